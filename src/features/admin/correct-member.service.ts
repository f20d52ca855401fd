import { eq, sql } from "drizzle-orm";
import { profiles } from "#app/features/account/account.table.ts";
import { sendConfirmationTo } from "#app/features/account/address.service.ts";
import { countAdministrators } from "#app/features/account/administrators.service.ts";
import { recordAudit } from "#app/features/audit/audit.service.ts";
import { lodgeName } from "#app/features/lodges/lodges.schema.ts";
import { requireActiveLodge } from "#app/features/lodges/lodges.service.ts";
import { AppError } from "#app/lib/errors.ts";
import { type Ctx, requireAdmin } from "#app/server/context.ts";
import type { ChangedMember } from "./admin.answers.ts";
import type { CorrectionInput } from "./admin.schema.ts";
import { lockMember, presentMember } from "./members.service.ts";

/**
 * Corrects a member's name, and says which Lodge of the list they are of: the administrator answers for it, as for a spelling that is joined. An office
 * in another Lodge gives nothing from now on. Certificates keep the name that they bear. The member is told.
 * @throws AppError forbidden also for one's own record, not_found, invalid_input on `lodgeId`
 */
export async function correctMember(ctx: Ctx, userId: string, { fullName, lodgeId }: CorrectionInput): Promise<ChangedMember> {
  const actor = requireAdmin(ctx);
  if (userId === actor.id) throw new AppError("forbidden", { message: "O seu próprio cadastro você muda em Minha conta." });
  return ctx.db.transaction(async (tx) => {
    const before = await lockMember(tx, userId);
    const lodge = lodgeId === null ? undefined : lodgeName(await requireActiveLodge(tx, lodgeId));
    const what = [before.name !== fullName && "o nome", lodge && "a Loja"].filter(Boolean).join(" e ");
    if (what) {
      await tx
        .update(profiles)
        .set({
          name: fullName,
          ...(lodge && { lodge, lodgeId, lodgeConfirmedAt: sql`now()` }),
          updatedAt: sql`now()`,
        })
        .where(eq(profiles.id, userId));
      await recordAudit(tx, {
        actorId: actor.id,
        action: "member.correct",
        targetType: "member",
        targetId: userId,
        details: { what },
      });
      await ctx.notify(tx, "record-corrected", { memberId: userId }, {});
    }
    const after = { ...before, name: fullName, ...(lodge && { lodge }) };
    return { member: presentMember(after, actor, await countAdministrators(tx)) };
  });
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
