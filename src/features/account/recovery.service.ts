import { and, eq, gt, sql } from "drizzle-orm";
import type { Db } from "#app/db/client.ts";
import { recordAudit } from "#app/features/audit/audit.service.ts";
import { AppError } from "#app/lib/errors.ts";
import type { Ctx } from "#app/server/context.ts";
import type { Job } from "#app/server/jobs/queue.ts";
import { mayWriteTo } from "#app/server/mail/letter-budget.ts";
import { networkOf } from "#app/server/network.ts";
import { hashPassword } from "#app/server/password.ts";
import { bitsFor, requireWork } from "#app/server/proof-of-work.ts";
import { logSecurity } from "#app/server/security-log.ts";
import type { RecoveryInput, ResetInput } from "./account.schema.ts";
import { refuseCommonPassword } from "./account.service.ts";
import { passwords, profiles, recoveryLinks, sessions } from "./account.table.ts";
import { requireLink } from "./link-tries.service.ts";
import { takePossession } from "./possession.service.ts";
import { forgetTrust } from "./second-factor/steps.service.ts";
import { hashToken, newToken } from "./session-cookie.ts";
import { finishSignIn, type SignInResult } from "./sign-in.service.ts";
import { turnOf } from "./sign-in-tries.service.ts";

/**
 * Asks for a recovery link. Only a task is queued here, so that the answer takes the same time for any address.
 * @throws AppError work_required, too_many_tries
 */
export async function requestRecovery(ctx: Ctx, input: RecoveryInput): Promise<void> {
  const network = networkOf(ctx.ip);
  await requireWork(ctx, "recovery", bitsFor(await ctx.limits.used("recoveryPerNetwork", network)));
  await ctx.limits.allows("recoveryPerNetwork", network);
  await ctx.limits.take("recoveryPerEmail", input.email);
  await ctx.jobs.send(ctx.db, "recover-password", { email: input.email });
}

/** Looks the address up and, if it has an account, writes its owner a link: the link and its letter are one transaction. */
export const recoverPassword: Job<"recover-password"> = {
  retries: 5,
  run: async (services, { email }) => {
    if (!(await mayWriteTo(services.limits, email, "way-in")))
      return logSecurity(services, { event: "limit", limit: "letterPerEmail" });
    await services.db.transaction(async (tx) => {
      // The lock makes a deletion of the account at the same moment wait, and then find the link.
      const [owner] = await tx.select({ id: profiles.id }).from(profiles).where(eq(profiles.email, email)).for("share");
      if (!owner) return;
      const token = newToken();
      await tx.insert(recoveryLinks).values({
        tokenHash: hashToken(token), // nobody who reads the table can use the link
        userId: owner.id,
        expiresAt: sql`now() + interval '1 hour'`,
      });
      await services.notify(tx, "password-reset", { memberId: owner.id }, { token });
    });
  },
};

/**
 * Sets a new password by a recovery link, ends every session and every other link of the account, all of it or nothing, and signs its
 * owner in. An account whose address was never confirmed becomes theirs alone. A refusal leaves the link as it was. Nothing is done about the password before the link is known to be one.
 * @throws AppError reset_link_invalid, work_required, invalid_input (common password), too_many_tries
 */
export async function resetPassword(ctx: Ctx, input: ResetInput): Promise<SignInResult> {
  const link = await requireLink(ctx, () => findResetLink(ctx, input.token), "reset_link_invalid");
  await ctx.limits.take("passwordCheck", `link ${link.id}`); // each use costs a hash, from however many networks it comes
  refuseCommonPassword(input.password, [link.email, link.name, link.lodge ?? ""]);
  const hash = await hashPassword(input.password, turnOf(ctx));
  await ctx.db.transaction(async (tx) => {
    await spendLink(tx, link);
    await tx.update(passwords).set({ hash, updatedAt: sql`now()` }).where(eq(passwords.userId, link.userId));
    await takePossession(tx, link.userId);
    await tx.delete(sessions).where(eq(sessions.userId, link.userId));
    await forgetTrust(tx, link.userId);
    await recordAudit(tx, {
      actorId: link.userId,
      action: "account.password-reset",
      targetType: "member",
      targetId: link.userId,
    });
    await ctx.notify(tx, "password-changed", { memberId: link.userId }, {});
  });
  await ctx.limits.clear("loginFailuresPerAccount", link.email);
  logSecurity(ctx, { event: "account", act: "password-reset", user: link.userId });
  return finishSignIn(ctx, { userId: link.userId, proof: "recovery", hash });
}

type ResetLink = { id: string; userId: string; email: string; name: string; lodge: string | null };

/** The link whose token this is, and whose it is; nothing when it was spent, is older than an hour, or never was. */
async function findResetLink(ctx: Ctx, token: string): Promise<ResetLink | undefined> {
  const { email, name, lodge } = profiles;
  const [link] = await ctx.db
    .select({ id: recoveryLinks.id, userId: profiles.id, email, name, lodge })
    .from(recoveryLinks)
    .innerJoin(profiles, eq(profiles.id, recoveryLinks.userId))
    .where(and(eq(recoveryLinks.tokenHash, hashToken(token)), gt(recoveryLinks.expiresAt, sql`now()`)));
  return link;
}

/** Takes away all links of the account, which must not stay valid after one was used. The lock makes two uses wait for each other. */
async function spendLink(tx: Db, { id, userId }: ResetLink): Promise<void> {
  await tx.select({ id: profiles.id }).from(profiles).where(eq(profiles.id, userId)).for("update");
  const links = await tx
    .delete(recoveryLinks)
    .where(and(eq(recoveryLinks.userId, userId), gt(recoveryLinks.expiresAt, sql`now()`)))
    .returning({ id: recoveryLinks.id });
  if (!links.some((link) => link.id === id)) throw new AppError("reset_link_invalid");
}
