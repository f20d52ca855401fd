import { eq, sql } from "drizzle-orm";
import { recordAudit } from "#app/features/audit/audit.service.ts";
import { lodgeColumns } from "#app/features/lodges/matching.service.ts";
import type { Ctx } from "#app/server/context.ts";
import { hashPassword } from "#app/server/password.ts";
import { logSecurity } from "#app/server/security-log.ts";
import { CONSENT_VERSION } from "./account.schema.ts";
import { refuseCommonPassword } from "./account.service.ts";
import { addressConfirmations, consents, passwords, profiles } from "./account.table.ts";
import type { ClaimInput } from "./address.schema.ts";
import { findClaimable, spendConfirmation } from "./address.service.ts";
import { requireLink } from "./link-tries.service.ts";
import { takePossession } from "./possession.service.ts";
import { finishSignIn, type SignInResult } from "./sign-in.service.ts";
import { turnOf } from "./sign-in-tries.service.ts";

/**
 * Confirms an address by its link outside the session that signed up. Whoever has the link reads the mailbox; who made the account is not
 * known. So they say anew who they are and choose the password: the account becomes theirs alone, and they are signed in.
 * @throws AppError link_invalid, work_required, invalid_input (common password), too_many_tries
 */
export async function claimAccount(ctx: Ctx, { token, fullName, lodge, password }: ClaimInput): Promise<SignInResult> {
  const link = await requireLink(ctx, () => findClaimable(ctx, token), "link_invalid");
  const { userId } = link;
  await ctx.limits.take("passwordCheck", `link ${link.id}`); // each use costs a hash, from however many networks it comes
  refuseCommonPassword(password, [link.email, fullName, lodge ?? ""]);
  const hash = await hashPassword(password, turnOf(ctx));
  await ctx.db.transaction(async (tx) => {
    await spendConfirmation(ctx, tx, userId, eq(addressConfirmations.id, link.id));
    await takePossession(tx, userId);
    await tx
      .update(profiles)
      .set({ name: fullName, ...(await lodgeColumns(tx, lodge || null)), updatedAt: sql`now()` })
      .where(eq(profiles.id, userId));
    await tx.update(passwords).set({ hash, updatedAt: sql`now()` }).where(eq(passwords.userId, userId));
    await tx.insert(consents).values({ userId, purpose: "membership-data", textVersion: CONSENT_VERSION });
    await recordAudit(tx, { actorId: userId, action: "account.password-reset", targetType: "member", targetId: userId });
  });
  await ctx.limits.clear("loginFailuresPerAccount", link.email);
  logSecurity(ctx, { event: "proof", of: "address", user: userId });
  logSecurity(ctx, { event: "account", act: "password-reset", user: userId });
  return finishSignIn(ctx, { userId, proof: "recovery", hash });
}
