import { and, asc, eq } from "drizzle-orm";
import type { Db } from "#app/db/client.ts";
import { AppError } from "#app/lib/errors.ts";
import type { Services } from "#app/server/context.ts";
import { takesPart } from "#app/server/gate.ts";
import { profiles, userRoles } from "./account.table.ts";
import { isLastAdmin } from "./administrators.policy.ts";

const isAdministrator = eq(userRoles.role, "admin");

/** Who does not take part administers nothing. */
export const activeAdministrators = (db: Db) =>
  db
    .select({ id: userRoles.userId })
    .from(userRoles)
    .innerJoin(profiles, eq(profiles.id, userRoles.userId))
    .where(and(isAdministrator, takesPart(profiles)))
    .orderBy(userRoles.userId);

/** How many administrators there are. */
export const countAdministrators = async (db: Db): Promise<number> => (await activeAdministrators(db)).length;

/** Whether the member is the first administrator: of those there are, the one whose account is the oldest. */
export async function isFirstAdministrator(db: Db, userId: string): Promise<boolean> {
  const [first] = await db
    .select({ id: userRoles.userId })
    .from(userRoles)
    .innerJoin(profiles, eq(profiles.id, userRoles.userId))
    .where(isAdministrator)
    .orderBy(asc(profiles.createdAt), asc(profiles.id))
    .limit(1);
  return first?.id === userId;
}

/** Tells all administrators but the one who acted. */
export async function tellOtherAdministrators(
  { notify }: Pick<Services, "notify">,
  tx: Db,
  actorId: string,
  kind: "degree-above-own" | "setting-changed",
): Promise<void> {
  for (const { id } of await activeAdministrators(tx))
    if (id !== actorId) await notify(tx, kind, { memberId: id, from: actorId }, {});
}

/**
 * Locks the administrators' records until the transaction ends, always in the same order, and returns their ids: of two who take
 * an administrator away at once, the second sees what the first left.
 */
export async function lockAdministrators(tx: Db): Promise<string[]> {
  await tx.select({ id: userRoles.userId }).from(userRoles).where(isAdministrator).orderBy(userRoles.userId).for("update");
  return (await activeAdministrators(tx)).map(({ id }) => id); // read once the locks are held: who waited for them sees what was done
}

/** Writes to a new administrator, and to all of them who it is. */
export async function notifyOfNewAdministrator(
  { notify }: Pick<Services, "notify">,
  tx: Db,
  { id: memberId, name }: { id: string; name: string },
): Promise<void> {
  await notify(tx, "made-administrator", { memberId }, {});
  for (const { id } of await activeAdministrators(tx))
    if (id !== memberId) await notify(tx, "administrator-added", { memberId: id, from: memberId }, { name });
}

/** @throws AppError last_admin when the member is the only administrator of these */
export function refuseLastAdministrator(administrators: string[], userId: string): void {
  const role = administrators.includes(userId) ? "admin" : "user";
  if (isLastAdmin({ role }, administrators.length)) throw new AppError("last_admin");
}
