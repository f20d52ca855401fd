import { sendConfirmationTo } from "#app/features/account/address.service.ts";
import { countAdministrators } from "#app/features/account/administrators.service.ts";
import type { CorrectionInput } from "#app/features/account/profile.schema.ts";
import { updateMember } from "#app/features/account/profile.service.ts";
import { recordAudit } from "#app/features/audit/audit.service.ts";
import { AppError } from "#app/lib/errors.ts";
import { type Ctx, requireAdmin } from "#app/server/context.ts";
import type { ChangedMember } from "./admin.answers.ts";
import { lockMember, presentMember, readMemberRow } from "./members.service.ts";

/** Corrects a member's profile (updateMember). @throws AppError forbidden also for one's own, not_found, invalid_input on `lodgeId` */
export async function correctMember(ctx: Ctx, userId: string, input: CorrectionInput): Promise<ChangedMember> {
  const actor = requireAdmin(ctx);
  if (userId === actor.id) throw new AppError("forbidden", { message: "O seu próprio cadastro você muda em Minha conta." });
  await updateMember(ctx, userId, input);
  const [member, administrators] = await Promise.all([readMemberRow(ctx.db, userId), countAdministrators(ctx.db)]);
  if (!member) throw new AppError("not_found");
  return { member: presentMember(member, actor, administrators) };
}

/** Has the link to a new password sent to the member's address, where it is asked for by who cannot get in. @throws AppError forbidden, not_found */
export async function sendPasswordLink(ctx: Ctx, userId: string): Promise<void> {
  const actor = requireAdmin(ctx);
  await ctx.db.transaction(async (tx) => {
    const { email } = await lockMember(tx, userId);
    await ctx.jobs.send(tx, "recover-password", { email });
    await recordAudit(tx, { actorId: actor.id, action: "member.password-link", targetType: "member", targetId: userId });
  });
}

/** Has the letter that confirms the address sent once more, for who does not find it. @throws AppError forbidden, not_found, conflict when it is confirmed, too_many_tries */
export async function sendConfirmationLetter(ctx: Ctx, userId: string): Promise<void> {
  const actor = requireAdmin(ctx);
  await ctx.db.transaction(async (tx) => {
    await sendConfirmationTo(ctx, tx, await lockMember(tx, userId));
    await recordAudit(tx, { actorId: actor.id, action: "member.confirmation-letter", targetType: "member", targetId: userId });
  });
}
