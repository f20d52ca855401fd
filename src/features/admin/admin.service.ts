import { eq, sql } from "drizzle-orm";
import type { Db } from "#app/db/client.ts";
import type { SessionsEnded } from "#app/features/account/account.answers.ts";
import { profiles, sessions, userRoles } from "#app/features/account/account.table.ts";
import {
  countAdministrators,
  lockAdministrators,
  notifyOfNewAdministrator,
  refuseLastAdministrator,
} from "#app/features/account/administrators.service.ts";
import { attestDegree } from "#app/features/account/attestations.service.ts";
import { deleteMember } from "#app/features/account/deletion.service.ts";
import { forgetTrust } from "#app/features/account/second-factor/steps.service.ts";
import { hashAddress } from "#app/features/audit/address-hash.service.ts";
import { recordAudit } from "#app/features/audit/audit.service.ts";
import { coversDegree, DEGREE_LABEL } from "#app/lib/degrees.ts";
import { AppError } from "#app/lib/errors.ts";
import { type Actor, type Ctx, requireAdmin } from "#app/server/context.ts";
import { standingOf } from "#app/server/gate.ts";
import { announce } from "#app/server/realtime/live.ts";
import type { ChangedMember } from "./admin.answers.ts";
import { memberActions } from "./admin.policy.ts";
import { type DegreeInput, isSameName, ROLE_LABEL, type RoleInput, type SuspensionInput } from "./admin.schema.ts";
import { closeFulfilledRequests, ownDegreeMark, refuseDegreeAboveOwn, refuseOwnDegree } from "./degree-requests.service.ts";
import { lockMember, type MemberRow, presentMember } from "./members.service.ts";

/** The administrators, locked. @throws AppError forbidden when the actor is an administrator no longer */
async function lockAdmins(tx: Db, actor: Actor): Promise<string[]> {
  const administrators = await lockAdministrators(tx);
  if (!administrators.includes(actor.id)) throw new AppError("forbidden");
  return administrators;
}

const targetOf = ({ id, role, hasFactors, ...member }: MemberRow) => ({
  id,
  role,
  suspended: standingOf(member) === "suspended",
  hasFactors,
});

/**
 * Gives or takes the administrator's permission; it counts on the member's next request. A new administrator's name has to be typed, and they
 * and all others get a letter.
 * @throws AppError forbidden, not_found, last_admin, invalid_input on `typedName`, conflict for who is suspended or not confirmed
 */
export async function changeRole(ctx: Ctx, userId: string, { role, typedName = "" }: RoleInput): Promise<ChangedMember> {
  const actor = requireAdmin(ctx);
  return ctx.db.transaction(async (tx) => {
    const administrators = (await lockAdmins(tx, actor)).length;
    const target = await lockMember(tx, userId);
    if (target.role === role) return { member: presentMember(target, actor, administrators) };
    if (!memberActions(actor, targetOf(target), administrators).changeRole) throw new AppError("last_admin");
    if (role === "admin") requireFitAdministrator(target, typedName);
    await tx.insert(userRoles).values({ userId, role }).onConflictDoUpdate({ target: userRoles.userId, set: { role } });
    await recordAudit(tx, {
      actorId: actor.id,
      action: "member.role-change",
      targetType: "member",
      targetId: userId,
      details: { from: ROLE_LABEL[target.role], to: ROLE_LABEL[role] },
    });
    if (role === "admin") await notifyOfNewAdministrator(ctx, tx, target);
    return { member: presentMember({ ...target, role }, actor, await countAdministrators(tx)) };
  });
}

function requireFitAdministrator({ name, ...member }: MemberRow, typedName: string): void {
  const standing = standingOf(member);
  if (standing === "suspended")
    throw new AppError("conflict", { message: "Este membro está suspenso. Reabra antes a conta dele." });
  if (standing === "unconfirmed") throw new AppError("conflict", { message: "Este membro ainda não confirmou o e-mail." });
  if (standing === "waiting") throw new AppError("conflict", { message: "Este membro ainda não foi admitido." });
  if (!isSameName(typedName, name))
    throw new AppError("invalid_input", { fields: { typedName: `Digite o nome como está no cadastro: ${name}` } });
}

/**
 * Keeps a member out until it is lifted: their sessions end now, and a later one opens only their export and the deletion of their account
 * (src/server/http/standing.ts). Their data stays.
 * @throws AppError forbidden, not_found, last_admin, conflict when they are suspended already
 */
export async function suspendMember(ctx: Ctx, userId: string, { reason }: SuspensionInput): Promise<ChangedMember> {
  const actor = requireAdmin(ctx);
  return ctx.db.transaction(async (tx) => {
    const administrators = await lockAdmins(tx, actor);
    const target = await lockMember(tx, userId);
    refuseLastAdministrator(administrators, userId);
    if (!memberActions(actor, targetOf(target), administrators.length).suspend)
      throw new AppError("forbidden", { message: "A sua própria conta só outro administrador suspende." });
    if (standingOf(target) === "suspended") throw new AppError("conflict", { message: "Este membro já está suspenso." });
    const suspendedAt = new Date();
    await tx.update(profiles).set({ suspendedAt, suspensionReason: reason }).where(eq(profiles.id, userId));
    await tx.delete(sessions).where(eq(sessions.userId, userId));
    await forgetTrust(tx, userId);
    await recordAudit(tx, {
      actorId: actor.id,
      action: "member.suspend",
      targetType: "member",
      targetId: userId,
      details: { reason },
    });
    await ctx.notify(tx, "member-suspended", { memberId: userId }, {});
    return { member: presentMember({ ...target, suspendedAt }, actor, await countAdministrators(tx)) };
  });
}

/** Lets a suspended member in again. @throws AppError forbidden, not_found, conflict when they are not suspended */
export async function liftSuspension(ctx: Ctx, userId: string): Promise<ChangedMember> {
  const actor = requireAdmin(ctx);
  return ctx.db.transaction(async (tx) => {
    await lockAdmins(tx, actor);
    const target = await lockMember(tx, userId);
    if (standingOf(target) !== "suspended") throw new AppError("conflict", { message: "Este membro não está suspenso." });
    await tx.update(profiles).set({ suspendedAt: null, suspensionReason: null }).where(eq(profiles.id, userId));
    await tx.delete(sessions).where(eq(sessions.userId, userId)); // those in which only their data was open
    await recordAudit(tx, { actorId: actor.id, action: "member.suspension-lift", targetType: "member", targetId: userId });
    await ctx.notify(tx, "suspension-lifted", { memberId: userId }, {});
    return { member: presentMember({ ...target, suspendedAt: null }, actor, await countAdministrators(tx)) };
  });
}

/**
 * Confirms a degree, or corrects one, without a request. What the member asked for and now has counts as approved. Their own is
 * for another administrator, unless there is none: then the log says so.
 * @throws AppError forbidden, not_found
 */
export async function changeDegree(ctx: Ctx, userId: string, { degree }: DegreeInput): Promise<ChangedMember> {
  const actor = requireAdmin(ctx);
  return ctx.db.transaction(async (tx) => {
    const administrators = (await lockAdmins(tx, actor)).length;
    const target = await lockMember(tx, userId);
    refuseOwnDegree(actor, target, administrators);
    if (target.degree !== degree) {
      const raised = !coversDegree(target.degree, degree);
      const mark = raised ? await refuseDegreeAboveOwn(ctx, tx, actor, userId, degree) : {};
      await tx.update(profiles).set({ degree, updatedAt: sql`now()` }).where(eq(profiles.id, userId));
      if (raised) await attestDegree(tx, { userId, degree, attestedBy: actor.id, office: null, lodgeId: null });
      await closeFulfilledRequests(tx, actor, userId, degree);
      await recordAudit(tx, {
        actorId: actor.id,
        action: "member.degree-change",
        targetType: "member",
        targetId: userId,
        details: { from: DEGREE_LABEL[target.degree], to: DEGREE_LABEL[degree], ...ownDegreeMark(actor, userId), ...mark },
      });
      await ctx.notify(tx, "degree-changed", { memberId: target.id }, {});
      await announce(tx, [userId], "degree");
    }
    return { member: presentMember({ ...target, degree }, actor, administrators) };
  });
}

/** Signs a member out everywhere. @throws AppError forbidden, not_found */
export async function endSessions(ctx: Ctx, userId: string): Promise<SessionsEnded> {
  const actor = requireAdmin(ctx);
  return ctx.db.transaction(async (tx) => {
    const target = await lockMember(tx, userId);
    if (!memberActions(actor, targetOf(target), await countAdministrators(tx)).endSessions)
      throw new AppError("forbidden", { message: "As suas próprias sessões você encerra em Minha conta." });
    const ended = await tx.delete(sessions).where(eq(sessions.userId, userId)).returning({ id: sessions.id });
    await recordAudit(tx, {
      actorId: actor.id,
      action: "member.sessions-end",
      targetType: "member",
      targetId: userId,
      details: { ended: ended.length },
    });
    return { ended: ended.length };
  });
}

/**
 * Deletes a member for good: their sessions end at once and their data is gone or masked (account/deletion.service.ts).
 * @throws AppError forbidden, not_found, last_admin
 */
export async function removeMember(ctx: Ctx, userId: string): Promise<void> {
  const actor = requireAdmin(ctx);
  await ctx.db.transaction(async (tx) => {
    const administrators = await lockAdmins(tx, actor);
    const target = await lockMember(tx, userId);
    refuseLastAdministrator(administrators, userId);
    if (!memberActions(actor, targetOf(target), administrators.length).delete)
      throw new AppError("forbidden", { message: "A sua própria conta você exclui em Minha conta, com a sua senha." });
    await deleteMember(tx, ctx, userId);
    await recordAudit(tx, {
      actorId: actor.id,
      action: "member.delete",
      targetType: "member",
      targetId: userId,
      addressHash: hashAddress(ctx.env, target.email),
    });
  });
}
