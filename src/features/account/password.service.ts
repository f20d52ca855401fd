import { and, eq, ne, sql } from "drizzle-orm";
import { recordAudit } from "#app/features/audit/audit.service.ts";
import { AppError } from "#app/lib/errors.ts";
import { type Actor, type Ctx, requireActor } from "#app/server/context.ts";
import { turnOfMember } from "#app/server/fair-queue.ts";
import { hashPassword, verifyPassword } from "#app/server/password.ts";
import { logSecurity } from "#app/server/security-log.ts";
import { refuseCommonPassword } from "./account.service.ts";
import { passwords, recoveryLinks, sessions } from "./account.table.ts";
import type { PasswordChangeInput } from "./password.schema.ts";
import { forgetTrust } from "./second-factor/steps.service.ts";
import type { Cookies } from "./session-cookie.ts";
import { renewToken } from "./session-token.service.ts";

/**
 * Asks again who is there, before what only the member themselves may do. Tries are limited per member, right or wrong.
 * @param field of the form, for the refusal
 * @returns the stored hash, to be checked against when something is written
 * @throws AppError invalid_input on that field, too_many_tries, unauthenticated when the member is gone
 */
export async function requireCurrentPassword(
  ctx: Ctx,
  actor: Actor,
  password: string,
  field = "currentPassword",
): Promise<string> {
  await ctx.limits.take("passwordCheck", actor.id);
  const [stored] = await ctx.db.select({ hash: passwords.hash }).from(passwords).where(eq(passwords.userId, actor.id));
  if (!stored) throw new AppError("unauthenticated");
  if (await verifyPassword({ hash: stored.hash, password }, turnOfMember(actor))) return stored.hash;
  logSecurity(ctx, { event: "failure", of: "current-password", user: actor.id });
  throw new AppError("invalid_input", { fields: { [field]: "Senha atual incorreta" } });
}

/**
 * Sets a new password. This session goes on with a new token; every other one ends, recovery links die, and the member gets a letter
 * (ASVS 6.2.3, 6.3.7, 7.4.3).
 * @throws AppError invalid_input, too_many_tries, conflict when the password was changed elsewhere meanwhile
 */
export async function changePassword(ctx: Ctx, input: PasswordChangeInput): Promise<Cookies> {
  const actor = requireActor(ctx);
  const former = await requireCurrentPassword(ctx, actor, input.currentPassword);
  refuseCommonPassword(input.password, [actor.email, actor.name, actor.lodge ?? ""]);
  if (input.password === input.currentPassword)
    throw new AppError("invalid_input", { fields: { password: "Escolha uma senha diferente da atual." } });
  const hash = await hashPassword(input.password, turnOfMember(actor));
  const cookie = await ctx.db.transaction(async (tx) => {
    const changed = await tx
      .update(passwords)
      .set({ hash, updatedAt: sql`now()` })
      .where(and(eq(passwords.userId, actor.id), eq(passwords.hash, former)))
      .returning({ userId: passwords.userId });
    if (changed.length === 0) throw new AppError("conflict");
    await tx.delete(sessions).where(and(eq(sessions.userId, actor.id), ne(sessions.id, actor.sessionId)));
    await tx.delete(recoveryLinks).where(eq(recoveryLinks.userId, actor.id));
    await forgetTrust(tx, actor.id);
    await recordAudit(tx, { actorId: actor.id, action: "account.password-change", targetType: "member", targetId: actor.id });
    await ctx.notify(tx, "password-changed", { memberId: actor.id }, {});
    return renewToken(ctx, tx);
  });
  await ctx.limits.clear("loginFailuresPerAccount", actor.email);
  logSecurity(ctx, { event: "account", act: "password-changed", user: actor.id });
  return { cookies: [cookie] };
}
