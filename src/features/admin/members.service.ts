import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Db } from "#app/db/client.ts";
import { profiles, type Role, userRoles } from "#app/features/account/account.table.ts";
import { isLastAdmin } from "#app/features/account/administrators.policy.ts";
import { countAdministrators } from "#app/features/account/administrators.service.ts";
import { containsWord, memberText } from "#app/features/account/member-search.service.ts";
import { eachProfileField, type ProfileField } from "#app/features/account/profile.schema.ts";
import { factors } from "#app/features/account/second-factor/factors.table.ts";
import { recordAccess } from "#app/features/audit/audit.service.ts";
import { AppError } from "#app/lib/errors.ts";
import { type Actor, type Ctx, requireAdmin } from "#app/server/context.ts";
import { standingOf } from "#app/server/gate.ts";
import { keyset, pageOf } from "#app/server/keyset.ts";
import type { AdminMember, AdminSummary, MemberPage } from "./admin.answers.ts";
import { memberActions } from "./admin.policy.ts";
import type { MemberSearchInput } from "./admin.schema.ts";
import { readMatters } from "./waiting.service.ts";

const PAGE_SIZE = 25;
/** More words than this add nothing to a search. */
const SEARCH_WORDS = 6;

const roleOf = sql<Role>`coalesce(${userRoles.role}, 'user')`;

const ORDERS = {
  newest: keyset("descending", [profiles.createdAt, "timestamptz"], [profiles.id, "uuid"]),
  name: keyset("ascending", [sql`${profiles.name} collate "und-x-icu"`, "text"], [profiles.id, "uuid"]),
};

const columns = {
  id: profiles.id,
  email: profiles.email,
  ...eachProfileField((field) => profiles[field]),
  lodge: profiles.lodge,
  degree: profiles.degree,
  role: roleOf,
  awaitsConfirmation: profiles.awaitsConfirmation,
  awaitsAdmission: profiles.awaitsAdmission,
  suspendedAt: profiles.suspendedAt,
  createdAt: profiles.createdAt,
  hasFactors: sql<boolean>`exists (select from ${factors} where ${factors.userId} = ${profiles.id} and ${factors.verifiedAt} is not null)`,
};

/** What an administrator sees of a member, and what the acts on them depend on. */
export type MemberRow = Pick<AdminMember, ProfileField | "id" | "email" | "lodge" | "degree" | "role"> &
  Pick<typeof profiles.$inferSelect, "awaitsConfirmation" | "awaitsAdmission" | "suspendedAt" | "createdAt"> & {
    hasFactors: boolean;
  };

/** The figures of the panel, and what waits. @throws AppError forbidden */
export async function readSummary(ctx: Ctx): Promise<AdminSummary> {
  requireAdmin(ctx);
  const [members, admins, matters] = await Promise.all([ctx.db.$count(profiles), countAdministrators(ctx.db), readMatters(ctx)]);
  return { members, admins, modules: ctx.catalogue().modules.length, matters };
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
    .map((word) => containsWord(memberText, word));
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

export function presentMember(row: MemberRow, actor: Actor, administrators: number): AdminMember {
  const { id, email, lodge, degree, role, awaitsConfirmation, createdAt, hasFactors } = row;
  const suspended = standingOf(row) === "suspended";
  return {
    id,
    email,
    ...eachProfileField((field) => row[field]),
    lodge,
    degree,
    role,
    createdAt: createdAt.toISOString(),
    self: id === actor.id,
    lastAdmin: !suspended && isLastAdmin({ role }, administrators),
    unconfirmed: awaitsConfirmation,
    suspended,
    can: memberActions(actor, { id, role, suspended, hasFactors }, administrators),
  };
}

/** One member as the list has them. */
export async function readMemberRow(db: Db, userId: string): Promise<MemberRow | undefined> {
  const [row] = await db
    .select(columns)
    .from(profiles)
    .leftJoin(userRoles, eq(userRoles.userId, profiles.id))
    .where(eq(profiles.id, userId));
  return row;
}

/** The member an act is about, locked. @throws AppError not_found */
export async function lockMember(tx: Db, userId: string): Promise<MemberRow> {
  const [locked] = await tx.select({ id: profiles.id }).from(profiles).where(eq(profiles.id, userId)).for("update");
  if (!locked) throw new AppError("not_found");
  return (await readMemberRow(tx, userId))!;
}
