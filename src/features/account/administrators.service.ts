import { eq } from "drizzle-orm";
import type { Db } from "#app/db/client.ts";
import { AppError } from "#app/lib/errors.ts";
import { userRoles } from "./account.table.ts";
import { isLastAdmin } from "./administrators.policy.ts";

const isAdministrator = eq(userRoles.role, "admin");

/** How many administrators there are. */
export const countAdministrators = (db: Db): Promise<number> => db.$count(userRoles, isAdministrator);

/**
 * Locks the administrators' records until the transaction ends, always in the same order, and returns their ids: of two who take
 * an administrator away at once, the second sees what the first left.
 */
export async function lockAdministrators(tx: Db): Promise<string[]> {
  const rows = await tx
    .select({ id: userRoles.userId })
    .from(userRoles)
    .where(isAdministrator)
    .orderBy(userRoles.userId)
    .for("update");
  return rows.map(({ id }) => id);
}

/** @throws AppError last_admin when the member is the only administrator of these */
export function refuseLastAdministrator(administrators: string[], userId: string): void {
  const role = administrators.includes(userId) ? "admin" : "user";
  if (isLastAdmin({ role }, administrators.length)) throw new AppError("last_admin");
}
