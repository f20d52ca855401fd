import { and, eq, gt, sql } from "drizzle-orm";
import type { Db } from "#app/db/client.ts";
import { lockKeys } from "#app/db/locks.ts";
import { CONSENT_VERSION } from "#app/features/account/account.schema.ts";
import { insertMember, refuseCommonPassword } from "#app/features/account/account.service.ts";
import { addressChanges, consents, passwords, profiles } from "#app/features/account/account.table.ts";
import { degreeAttestations } from "#app/features/account/degree-attestations.table.ts";
import { requireLink } from "#app/features/account/link-tries.service.ts";
import { takePossession } from "#app/features/account/possession.service.ts";
import { finishSignIn, type SignInResult } from "#app/features/account/sign-in.service.ts";
import { turnOf } from "#app/features/account/sign-in-tries.service.ts";
import { admissionRequests } from "#app/features/admission/admission.table.ts";
import { recordAudit } from "#app/features/audit/audit.service.ts";
import { lodgeName } from "#app/features/lodges/lodges.schema.ts";
import { lodges } from "#app/features/lodges/lodges.table.ts";
import { coversDegree, DEGREE_LABEL } from "#app/lib/degrees.ts";
import { AppError } from "#app/lib/errors.ts";
import { type Ctx, requireActor } from "#app/server/context.ts";
import { standingOf } from "#app/server/gate.ts";
import { hashPassword } from "#app/server/password.ts";
import { announce } from "#app/server/realtime/live.ts";
import { logSecurity } from "#app/server/security-log.ts";
import type { OpenedInvitation } from "./invitations.answers.ts";
import type { AcceptInput, OpenInvitationInput } from "./invitations.schema.ts";
import { hashOfLink } from "./invitations.service.ts";
import { invitations } from "./invitations.table.ts";

type Invitation = typeof invitations.$inferSelect;
/** An invitation that still counts, with its Lodge, if that is in use. */
type Redeemable = Invitation & { lodge: { id: string; name: string; number: string | null } | null };

const ASK_AGAIN = "Peça outro a quem convidou você.";

/** The invitation of this link, whatever became of it; undefined where there never was one, or its link was changed. */
async function findByLink(db: Db, token: string): Promise<Redeemable | undefined> {
  const [found] = await db
    .select({ invitation: invitations, lodge: { id: lodges.id, name: lodges.name, number: lodges.number } })
    .from(invitations)
    .leftJoin(lodges, and(eq(lodges.id, invitations.lodgeId), eq(lodges.active, true)))
    .where(eq(invitations.tokenHash, hashOfLink(token)));
  return found && { ...found.invitation, lodge: found.lodge };
}

/** Who has the link of an invitation may know what became of it. @throws AppError link_invalid */
function requireCounting(invitation: Invitation): void {
  const refuse = (message: string) => new AppError("link_invalid", { message });
  if (invitation.acceptedAt) throw refuse("Este convite já foi aceito. Entre com o seu e-mail e a sua senha.");
  if (invitation.withdrawnAt) throw refuse(`Este convite foi retirado. ${ASK_AGAIN}`);
  if (invitation.expiresAt <= new Date()) throw refuse(`O prazo deste convite acabou. ${ASK_AGAIN}`);
}

/** @throws AppError link_invalid, work_required */
async function requireInvitation(ctx: Ctx, token: string): Promise<Redeemable> {
  const found = await requireLink(ctx, () => findByLink(ctx.db, token), "link_invalid");
  requireCounting(found);
  return found;
}

/** The account that has the address, as far as it is to be reckoned with: one that nobody ever confirmed gives way. */
async function findAccount(db: Db, email: string) {
  const { id, suspendedAt, awaitsConfirmation, awaitsAdmission, degree } = profiles;
  const [account] = await db
    .select({ id, suspendedAt, awaitsConfirmation, awaitsAdmission, degree })
    .from(profiles)
    .where(eq(profiles.email, email));
  return account && { ...account, standing: standingOf(account), confirmed: !account.awaitsConfirmation };
}

/** Shows an invitation to who has its link; nothing is done. @throws AppError link_invalid, work_required */
export async function openInvitation(ctx: Ctx, { token }: OpenInvitationInput): Promise<OpenedInvitation> {
  const { name, email, degree, lodge, expiresAt } = await requireInvitation(ctx, token);
  const account = await findAccount(ctx.db, email);
  return {
    name,
    email,
    degree,
    lodge: lodge && lodgeName(lodge),
    expiresAt: expiresAt.toISOString(),
    account: !account?.confirmed ? "none" : account.id === ctx.actor?.id ? "here" : "elsewhere",
  };
}

const HAS_ACCOUNT = "Este endereço já tem conta. Entre com a sua senha e abra o link do convite de novo.";

/**
 * Makes the account of who was invited, and signs them in. The link shows that they read the mailbox, so that the address is confirmed; an
 * account that nobody ever confirmed becomes theirs alone. Whoever has the link comes in with the address that was invited, and once.
 * @throws AppError link_invalid, work_required, invalid_input (common password), conflict when the address has an account, too_many_tries
 */
export async function acceptInvitation(ctx: Ctx, { token, fullName, password }: AcceptInput): Promise<SignInResult> {
  const { id, email, lodge } = await requireInvitation(ctx, token);
  if ((await findAccount(ctx.db, email))?.confirmed) throw new AppError("conflict", { message: HAS_ACCOUNT });
  await ctx.limits.take("passwordCheck", `link ${id}`); // each use costs a hash, from however many networks it comes
  refuseCommonPassword(password, [email, fullName, lodge ? lodgeName(lodge) : ""]);
  const hash = await hashPassword(password, turnOf(ctx));
  const userId = await ctx.db.transaction(async (tx) => {
    await lockKeys(tx, "address", [email]);
    const invitation = await lockInvitation(tx, token);
    const member = await takeAddress(tx, email, fullName, hash);
    await tx.update(profiles).set({ name: fullName, degree: invitation.degree }).where(eq(profiles.id, member));
    await tx.insert(consents).values({ userId: member, purpose: "membership-data", textVersion: CONSENT_VERSION });
    await joinBy(tx, invitation, member);
    return member;
  });
  await ctx.limits.clear("loginFailuresPerAccount", email);
  logSecurity(ctx, { event: "proof", of: "address", user: userId });
  return finishSignIn(ctx, { userId, proof: "sign-up", hash });
}

/** A new account with the address, or the one that nobody ever confirmed, of which nothing is left by which another could get in. */
async function takeAddress(tx: Db, email: string, name: string, hash: string): Promise<string> {
  const undo = and(eq(addressChanges.formerEmail, email), gt(addressChanges.undoUntil, sql`now()`));
  if ((await tx.$count(addressChanges, undo)) > 0)
    throw new AppError("conflict", {
      message:
        "Este endereço acaba de ser trocado por outro em uma conta, e a troca ainda pode ser desfeita. Tente daqui a três dias.",
    });
  const created = await insertMember(tx, { email, name, lodge: null, emailVerified: true }, hash);
  if (created) return created;
  const account = await findAccount(tx, email);
  if (!account || account.confirmed) throw new AppError("conflict", { message: HAS_ACCOUNT });
  await takePossession(tx, account.id);
  await tx.update(passwords).set({ hash, updatedAt: sql`now()` }).where(eq(passwords.userId, account.id));
  await tx.update(profiles).set({ lodge: null, lodgeId: null, lodgeConfirmedAt: null }).where(eq(profiles.id, account.id));
  return account.id;
}

/**
 * The same for who has an account with the invited address already, in a session of it: the invitation admits them, with its Lodge, and
 * with its degree where that is above theirs.
 * @throws AppError unauthenticated, link_invalid, work_required, forbidden in another account's session, suspended
 */
export async function joinByInvitation(ctx: Ctx, { token }: OpenInvitationInput): Promise<void> {
  const actor = requireActor(ctx);
  await requireInvitation(ctx, token);
  await ctx.db.transaction(async (tx) => {
    const [member] = await tx.select().from(profiles).where(eq(profiles.id, actor.id)).for("update");
    const invitation = await lockInvitation(tx, token);
    if (!member || member.email !== invitation.email || member.awaitsConfirmation)
      throw new AppError("forbidden", {
        message: `O convite é de outro endereço, ${invitation.email}. Saia desta conta antes de aceitá-lo.`,
      });
    if (standingOf(member) === "suspended") throw new AppError("suspended");
    if (!coversDegree(member.degree, invitation.degree))
      await tx.update(profiles).set({ degree: invitation.degree }).where(eq(profiles.id, actor.id));
    await joinBy(tx, invitation, actor.id);
    await announce(tx, [actor.id], "degree");
  });
}

/** Locks the invitation until it is accepted, so that of two uses at once one finds it used. @throws AppError link_invalid */
async function lockInvitation(tx: Db, token: string): Promise<Redeemable> {
  await tx
    .select({ id: invitations.id })
    .from(invitations)
    .where(eq(invitations.tokenHash, hashOfLink(token)))
    .for("update");
  const invitation = await findByLink(tx, token);
  if (!invitation) throw new AppError("link_invalid");
  requireCounting(invitation);
  return invitation;
}

/** What an invitation gives to a member: they are admitted, of its Lodge, and their degree is attested by who invited them. */
async function joinBy(tx: Db, { id, lodge, degree, invitedBy }: Redeemable, userId: string): Promise<void> {
  await tx
    .update(profiles)
    .set({
      awaitsAdmission: false,
      updatedAt: sql`now()`,
      ...(lodge && { lodge: lodgeName(lodge), lodgeId: lodge.id, lodgeConfirmedAt: sql`now()` }),
    })
    .where(eq(profiles.id, userId));
  await tx
    .update(admissionRequests)
    .set({ status: "accepted", decidedBy: invitedBy, decidedAt: sql`now()` })
    .where(and(eq(admissionRequests.userId, userId), eq(admissionRequests.status, "pending")));
  await tx.insert(degreeAttestations).values({ userId, degree, attestedBy: invitedBy, lodgeId: lodge?.id ?? null });
  await tx.update(invitations).set({ acceptedAt: sql`now()`, acceptedBy: userId }).where(eq(invitations.id, id));
  await recordAudit(tx, {
    actorId: userId,
    action: "invitation.accept",
    targetType: "invitation",
    targetId: id,
    details: { memberId: userId, degree: DEGREE_LABEL[degree] },
  });
}
