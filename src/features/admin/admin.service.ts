import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Db } from "#app/db/client.ts";
import type { SessionsEnded } from "#app/features/account/account.answers.ts";
import { profiles, type Role, sessions, userRoles } from "#app/features/account/account.table.ts";
import { isLastAdmin } from "#app/features/account/administrators.policy.ts";
import {
  countAdministrators,
  lockAdministrators,
  notifyOfNewAdministrator,
  refuseLastAdministrator,
} from "#app/features/account/administrators.service.ts";
import { degreeRequests } from "#app/features/account/degree-requests.table.ts";
import { deleteMember } from "#app/features/account/deletion.service.ts";
import { forgetTrust } from "#app/features/account/second-factor/steps.service.ts";
import { hashAddress } from "#app/features/audit/address-hash.service.ts";
import { recordAccess, recordAudit } from "#app/features/audit/audit.service.ts";
import { DEGREE_LABEL } from "#app/lib/degrees.ts";
import { AppError } from "#app/lib/errors.ts";
import { type Actor, type Ctx, requireAdmin } from "#app/server/context.ts";
import { keyset, pageOf } from "#app/server/keyset.ts";
import type { AdminMember, AdminSummary, ChangedMember, MemberPage } from "./admin.answers.ts";
import { memberActions } from "./admin.policy.ts";
import {
  type DegreeInput,
  isSameName,
  type MemberSearchInput,
  ROLE_LABEL,
  type RoleInput,
  type SuspensionInput,
} from "./admin.schema.ts";
import { closeFulfilledRequests, ownDegreeMark, refuseOwnDegree } from "./degree-requests.service.ts";

const PAGE_SIZE = 25;
/** More words than this add nothing to a search. */
const SEARCH_WORDS = 6;

const roleOf = sql<Role>`coalesce(${userRoles.role}, 'user')`;
/** Name, e-mail and lodge as one text; letter by letter the expression of profiles_search_idx (src/db/migrations/0001_mend_edited_schema.sql). */
const searchText = sql`fold_text(${profiles.name} || ' ' || ${profiles.email} || ' ' || coalesce(${profiles.lodge}, ''))`;

const ORDERS = {
  newest: keyset("descending", [profiles.createdAt, "timestamptz"], [profiles.id, "uuid"]),
  name: keyset("ascending", [sql`${profiles.name} collate "und-x-icu"`, "text"], [profiles.id, "uuid"]),
};

const columns = {
  id: profiles.id,
  email: profiles.email,
  name: profiles.name,
  lodge: profiles.lodge,
  degree: profiles.degree,
  role: roleOf,
  awaitsConfirmation: profiles.awaitsConfirmation,
  suspendedAt: profiles.suspendedAt,
  createdAt: profiles.createdAt,
};

type Row = Pick<AdminMember, "id" | "email" | "name" | "lodge" | "degree" | "role"> &
  Pick<typeof profiles.$inferSelect, "awaitsConfirmation" | "suspendedAt" | "createdAt">;

/** The figures above the list. @throws AppError forbidden */
export async function readSummary(ctx: Ctx): Promise<AdminSummary> {
  requireAdmin(ctx);
  const [members, admins, pendingDegreeRequests] = await Promise.all([
    ctx.db.$count(profiles),
    countAdministrators(ctx.db),
    ctx.db.$count(degreeRequests, eq(degreeRequests.status, "pending")),
  ]);
  return { members, admins, modules: ctx.catalogue().modules.length, pendingDegreeRequests };
}

/**
 * A page of members. Every word of the search must occur in name, e-mail or lodge, in any case and with or without accents.
 * @throws AppError forbidden
 */
export async function searchMembers(ctx: Ctx, input: MemberSearchInput): Promise<MemberPage> {
  const actor = requireAdmin(ctx);
  await recordAccess(ctx.db, actor.id, "members.view");
  const filter = and(...filtersOf(input));
  const order = ORDERS[input.order];
  const [rows, total, administrators] = await Promise.all([
    ctx.db
      .select({ ...columns, cursor: order.cursor })
      .from(profiles)
      .leftJoin(userRoles, eq(userRoles.userId, profiles.id))
      .where(and(filter, order.behind(input.after)))
      .orderBy(...order.orderBy)
      .limit(PAGE_SIZE + 1),
    input.after === undefined ? countMembers(ctx.db, filter) : null,
    countAdministrators(ctx.db),
  ]);
  const { page, next } = pageOf(rows, PAGE_SIZE);
  return {
    members: page.map((row) => presentMember(row, actor, administrators)),
    total,
    next,
  };
}

function filtersOf({ search, role, degree }: MemberSearchInput): SQL[] {
  const filters = search
    .split(/\s+/)
    .filter(Boolean)
    .slice(0, SEARCH_WORDS)
    .map((word) => sql`${searchText} like '%' || fold_text(${word.replace(/[\\%_]/g, "\\$&")}) || '%'`);
  if (degree) filters.push(eq(profiles.degree, degree));
  if (role === "admin") filters.push(eq(userRoles.role, "admin"));
  if (role === "user") filters.push(sql`${userRoles.role} is distinct from 'admin'`);
  return filters;
}

async function countMembers(db: Db, filter: SQL | undefined): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(profiles)
    .leftJoin(userRoles, eq(userRoles.userId, profiles.id))
    .where(filter);
  return row!.count;
}

function presentMember(row: Row, actor: Actor, administrators: number): AdminMember {
  const { id, email, name, lodge, degree, role, awaitsConfirmation, suspendedAt, createdAt } = row;
  const suspended = suspendedAt !== null;
  return {
    id,
    email,
    name,
    lodge,
    degree,
    role,
    createdAt: createdAt.toISOString(),
    self: id === actor.id,
    lastAdmin: !suspended && isLastAdmin({ role }, administrators),
    unconfirmed: awaitsConfirmation,
    suspended,
    can: memberActions(actor, { id, role, suspended }, administrators),
  };
}

/** The administrators, locked. @throws AppError forbidden when the actor is an administrator no longer */
async function lockAdmins(tx: Db, actor: Actor): Promise<string[]> {
  const administrators = await lockAdministrators(tx);
  if (!administrators.includes(actor.id)) throw new AppError("forbidden");
  return administrators;
}

/** The member an act is about, locked. @throws AppError not_found */
async function lockMember(tx: Db, userId: string): Promise<Row> {
  const [locked] = await tx.select({ id: profiles.id }).from(profiles).where(eq(profiles.id, userId)).for("update");
  if (!locked) throw new AppError("not_found");
  const [row] = await tx
    .select(columns)
    .from(profiles)
    .leftJoin(userRoles, eq(userRoles.userId, profiles.id))
    .where(eq(profiles.id, userId));
  return row!;
}

const targetOf = ({ id, role, suspendedAt }: Row) => ({ id, role, suspended: suspendedAt !== null });

/**
 * Gives or takes the administrator's permission; it counts on the member's next request. A new administrator's name has to be typed, and he
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

function requireFitAdministrator({ name, awaitsConfirmation, suspendedAt }: Row, typedName: string): void {
  if (suspendedAt) throw new AppError("conflict", { message: "Este membro está suspenso. Reabra antes a conta dele." });
  if (awaitsConfirmation) throw new AppError("conflict", { message: "Este membro ainda não confirmou o e-mail." });
  if (!isSameName(typedName, name))
    throw new AppError("invalid_input", { fields: { typedName: `Digite o nome como está no cadastro: ${name}` } });
}

/**
 * Keeps a member out until it is lifted: his sessions end now, and a later one opens only his export and the deletion of his account
 * (src/server/http/standing.ts). His data stays.
 * @throws AppError forbidden, not_found, last_admin, conflict when he is suspended already
 */
export async function suspendMember(ctx: Ctx, userId: string, { reason }: SuspensionInput): Promise<ChangedMember> {
  const actor = requireAdmin(ctx);
  return ctx.db.transaction(async (tx) => {
    const administrators = await lockAdmins(tx, actor);
    const target = await lockMember(tx, userId);
    refuseLastAdministrator(administrators, userId);
    if (!memberActions(actor, targetOf(target), administrators.length).suspend)
      throw new AppError("forbidden", { message: "A sua própria conta só outro administrador suspende." });
    if (target.suspendedAt) throw new AppError("conflict", { message: "Este membro já está suspenso." });
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

/** Lets a suspended member in again. @throws AppError forbidden, not_found, conflict when he is not suspended */
export async function liftSuspension(ctx: Ctx, userId: string): Promise<ChangedMember> {
  const actor = requireAdmin(ctx);
  return ctx.db.transaction(async (tx) => {
    await lockAdmins(tx, actor);
    const target = await lockMember(tx, userId);
    if (!target.suspendedAt) throw new AppError("conflict", { message: "Este membro não está suspenso." });
    await tx.update(profiles).set({ suspendedAt: null, suspensionReason: null }).where(eq(profiles.id, userId));
    await tx.delete(sessions).where(eq(sessions.userId, userId)); // those in which only his data was open
    await recordAudit(tx, { actorId: actor.id, action: "member.suspension-lift", targetType: "member", targetId: userId });
    await ctx.notify(tx, "suspension-lifted", { memberId: userId }, {});
    return { member: presentMember({ ...target, suspendedAt: null }, actor, await countAdministrators(tx)) };
  });
}

/**
 * Confirms a degree, or corrects one, without a request. What the member asked for and now has counts as approved. His own is
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
      await tx.update(profiles).set({ degree, updatedAt: sql`now()` }).where(eq(profiles.id, userId));
      await closeFulfilledRequests(tx, actor, userId, degree);
      await recordAudit(tx, {
        actorId: actor.id,
        action: "member.degree-change",
        targetType: "member",
        targetId: userId,
        details: { from: DEGREE_LABEL[target.degree], to: DEGREE_LABEL[degree], ...ownDegreeMark(actor, userId) },
      });
      await ctx.notify(tx, "degree-changed", { memberId: target.id }, {});
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
 * Deletes a member for good: his sessions end at once and his data is gone or masked (account/deletion.service.ts).
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
    await deleteMember(tx, userId);
    await recordAudit(tx, {
      actorId: actor.id,
      action: "member.delete",
      targetType: "member",
      targetId: userId,
      addressHash: hashAddress(ctx.env, target.email),
    });
  });
}
