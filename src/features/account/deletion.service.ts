import { eq, sql } from "drizzle-orm";
import type { Db } from "#app/db/client.ts";
import { hashAddress } from "#app/features/audit/address-hash.service.ts";
import { recordAudit } from "#app/features/audit/audit.service.ts";
import { AppError } from "#app/lib/errors.ts";
import { type Ctx, requireActor, type Services } from "#app/server/context.ts";
import type { JobPayloads } from "#app/server/jobs/jobs.ts";
import { logSecurity } from "#app/server/security-log.ts";
import { profiles } from "./account.table.ts";
import { lockAdministrators, refuseLastAdministrator } from "./administrators.service.ts";
import type { DeletionInput } from "./password.schema.ts";
import { requireCurrentPassword } from "./password.service.ts";
import type { Cookies } from "./session-cookie.ts";
import { signOut } from "./sign-in.service.ts";

type Keeping = Pick<Services, "personalData">;

/**
 * Removes a member and everything about them, in the caller's transaction, as the features say (`personalData`): rows that are only theirs
 * go, and what others keep is masked. Deleting somebody who is gone does nothing.
 * @throws AppError last_admin
 */
export async function deleteMember(tx: Db, services: Keeping, userId: string): Promise<void> {
  await eraseMember(tx, services, userId);
}

type Addressed = { [Name in keyof JobPayloads]: JobPayloads[Name] extends { email: string } ? Name : never }[keyof JobPayloads];

/** The tasks that hold an address alone. What a stranger asked for with one that is not proved to be the member's is not theirs. */
const BY_ADDRESS: Record<Addressed, { isHis: boolean }> = {
  "recover-password": { isHis: true },
  "subscribe-newsletter": { isHis: false },
};

/** @returns whether there was somebody to delete */
async function eraseMember(tx: Db, { personalData }: Keeping, userId: string): Promise<boolean> {
  refuseLastAdministrator(await lockAdministrators(tx), userId);
  const [person] = await tx
    .select({ id: profiles.id, email: profiles.email, emailVerified: profiles.emailVerified })
    .from(profiles)
    .where(eq(profiles.id, userId))
    .for("update");
  if (!person) return false;
  // The profile is first in the list and goes last: what is masked or found by its address must still know it.
  for (const { deleted } of personalData.toReversed()) if ("erase" in deleted) await deleted.erase?.(tx, person);
  const names = (Object.keys(BY_ADDRESS) as Addressed[]).filter((name) => person.emailVerified || BY_ADDRESS[name].isHis);
  await tx.execute(
    sql`delete from pgboss.job where name = any(${sql.param(names)}::text[]) and data ->> 'email' = ${person.email}`,
  );
  return true;
}

/**
 * Deletes the member's own account, once they have given their password. Every session of it is dead with it.
 * @throws AppError invalid_input on `currentPassword`, too_many_tries, last_admin, unauthenticated when it is gone already
 */
export async function deleteOwnAccount(ctx: Ctx, input: DeletionInput): Promise<Cookies> {
  const actor = requireActor(ctx);
  await requireCurrentPassword(ctx, actor, input.currentPassword);
  await ctx.db.transaction(async (tx) => {
    if (!(await eraseMember(tx, ctx, actor.id))) throw new AppError("unauthenticated");
    await recordAudit(tx, {
      actorId: actor.id,
      action: "account.delete",
      targetType: "member",
      targetId: actor.id,
      addressHash: hashAddress(ctx.env, actor.email),
    });
  });
  logSecurity(ctx, { event: "account", act: "deleted", user: actor.id });
  return signOut(ctx);
}
