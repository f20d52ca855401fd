import { and, asc, eq, type SQL, sql } from "drizzle-orm";
import { profiles, type Role, userRoles } from "#app/features/account/account.table.ts";
import { countAdministrators } from "#app/features/account/administrators.service.ts";
import { containsWord, memberText } from "#app/features/account/member-search.service.ts";
import { recordAccess, recordAudit } from "#app/features/audit/audit.service.ts";
import { lodgeName, type Office } from "#app/features/lodges/lodges.schema.ts";
import { lodges } from "#app/features/lodges/lodges.table.ts";
import { CSV_MARK, csvRows } from "#app/lib/csv.ts";
import { DEGREE_LABEL, type Degree } from "#app/lib/degrees.ts";
import { AppError } from "#app/lib/errors.ts";
import { spreadsheetTime } from "#app/lib/format.ts";
import { type Actor, type Ctx, requireAdmin } from "#app/server/context.ts";
import { standingOf, stands } from "#app/server/gate.ts";
import { keyset, pageOf } from "#app/server/keyset.ts";
import { memberActions } from "./admin.policy.ts";
import { ROLE_LABEL } from "./admin.schema.ts";
import { changeDegree, suspendMember } from "./admin.service.ts";
import type { ListedMember, MemberBatchResult, MemberList, MemberListChoices } from "./member-list.answers.ts";
import {
  COUNTED,
  type LastAccess,
  type ListedStanding,
  type MemberBatchInput,
  type MemberListFilter,
  type MemberListInput,
} from "./member-list.schema.ts";

const PAGE_SIZE = 25;
/** Members of one page of the file. */
const EXPORT_PAGE_SIZE = 1_000;
/** More words than this add nothing to a search. */
const SEARCH_WORDS = 6;

const ORDERS = {
  newest: keyset("descending", [profiles.createdAt, "timestamptz"], [profiles.id, "uuid"]),
  name: keyset("ascending", [sql`${profiles.name} collate "und-x-icu"`, "text"], [profiles.id, "uuid"]),
};

/** Each is answered by an index of the table (account.table.ts). */
const ACCESS: Record<LastAccess, SQL> = {
  "30": sql`${profiles.lastAccessAt} >= now() - interval '30 days'`,
  "365": sql`${profiles.lastAccessAt} >= now() - interval '365 days'`,
  "not-90": sql`${profiles.lastAccessAt} < now() - interval '90 days'`,
  never: sql`${profiles.lastAccessAt} is null`,
};

const narrowing = ({ search, lodge, degree, standing, access }: Omit<MemberListFilter, "order">): SQL | undefined =>
  and(
    ...search
      .split(/\s+/)
      .filter(Boolean)
      .slice(0, SEARCH_WORDS)
      .map((word) => containsWord(memberText, word)),
    lodge === "none" ? sql`${profiles.lodgeId} is null` : lodge ? eq(profiles.lodgeId, lodge) : undefined,
    degree && eq(profiles.degree, degree),
    standing && stands(standing, profiles),
    access && ACCESS[access],
  );

const columns = {
  id: profiles.id,
  name: profiles.name,
  email: profiles.email,
  typedLodge: profiles.lodge,
  lodge: { name: lodges.name, number: lodges.number },
  degree: profiles.degree,
  role: sql<Role>`coalesce(${userRoles.role}, 'user')`,
  awaitsConfirmation: profiles.awaitsConfirmation,
  awaitsAdmission: profiles.awaitsAdmission,
  suspendedAt: profiles.suspendedAt,
  createdAt: profiles.createdAt,
  lastAccessAt: profiles.lastAccessAt,
  asks: sql<Degree | null>`(
    select r.degree from degree_requests r where r.user_id = ${profiles.id} and r.status = 'pending')`,
  office: sql<Office | null>`(
    select o.office from lodge_officers o where o.member_id = ${profiles.id} and o.lodge_id = ${profiles.lodgeId}
      and o.starts_at <= now() and o.ends_at > now() order by o.starts_at desc limit 1)`,
};

const selectPage = async (ctx: Ctx, { order: name, ...filter }: MemberListFilter, after: string | undefined, size: number) => {
  const order = ORDERS[name];
  const rows = await ctx.db
    .select({ ...columns, cursor: order.cursor })
    .from(profiles)
    .leftJoin(userRoles, eq(userRoles.userId, profiles.id))
    .leftJoin(lodges, eq(lodges.id, profiles.lodgeId))
    .where(and(narrowing(filter), order.behind(after)))
    .orderBy(...order.orderBy)
    .limit(size + 1);
  return pageOf(rows, size);
};

type Row = Awaited<ReturnType<typeof selectPage>>["page"][number];

/** A page of the members whom the filters leave. @throws AppError forbidden, invalid_input on `after` */
export async function listMembers(ctx: Ctx, { after, ...filter }: MemberListInput): Promise<MemberList> {
  const actor = requireAdmin(ctx);
  await recordAccess(ctx.db, actor.id, "members.view");
  const [{ page, next }, total, administrators] = await Promise.all([
    selectPage(ctx, filter, after, PAGE_SIZE),
    after === undefined ? countUpTo(ctx, filter) : null,
    countAdministrators(ctx.db),
  ]);
  return { members: page.map((row) => presentListed(row, actor, administrators)), total, next };
}

async function countUpTo(ctx: Ctx, filter: MemberListFilter): Promise<number> {
  const some = ctx.db
    .select({ id: profiles.id })
    .from(profiles)
    .where(narrowing(filter))
    .limit(COUNTED + 1)
    .as("some");
  return ctx.db.$count(some);
}

const lodgeOf = ({ lodge, typedLodge }: Row): string | null => (lodge ? lodgeName(lodge) : typedLodge);

function presentListed(row: Row, actor: Actor, administrators: number): ListedMember {
  const { id, name, email, degree, asks, role, office, createdAt, lastAccessAt } = row;
  const standing = standingOf(row);
  const can = memberActions(actor, { id, role, suspended: standing === "suspended", hasFactors: false }, administrators);
  return {
    id,
    name,
    email,
    lodge: lodgeOf(row),
    degree,
    asks,
    role,
    office,
    standing,
    createdAt: createdAt.toISOString(),
    lastAccessAt: lastAccessAt?.toISOString() ?? null,
    self: id === actor.id,
    can: { changeDegree: can.changeDegree, suspend: can.suspend && standing !== "suspended" },
  };
}

/** The Lodges that the list can be narrowed by. @throws AppError forbidden */
export async function readListChoices(ctx: Ctx): Promise<MemberListChoices> {
  requireAdmin(ctx);
  const { id, name, number } = lodges;
  const rows = await ctx.db.select({ id, name, number }).from(lodges).orderBy(asc(name), asc(number));
  return { lodges: rows.map((row) => ({ id: row.id, name: lodgeName(row) })) };
}

const STANDING_WORDS: Record<ListedStanding, string> = {
  full: "em dia",
  unconfirmed: "e-mail por confirmar",
  waiting: "espera admissão",
  suspended: "suspenso",
};

/**
 * The members whom the filters leave as a CSV file, read page by page while it is sent. Its first columns are those of a list of people to
 * invite, so that it can be read in again, where all of them are members already. Taking it away is registered.
 * @throws AppError forbidden, too_many_tries
 */
export async function exportMembers(ctx: Ctx, filter: MemberListFilter): Promise<AsyncIterable<Uint8Array>> {
  const actor = requireAdmin(ctx);
  await ctx.limits.take("export", actor.id);
  const { degree = null, standing = null, access = null, lodge, search } = filter;
  await recordAudit(ctx.db, {
    actorId: actor.id,
    action: "member.export",
    targetType: "members",
    targetId: null,
    details: { degree, standing, access, ofOneLodge: Boolean(lodge), searched: Boolean(search) },
  });
  return linesOf(ctx, filter);
}

async function* linesOf(ctx: Ctx, filter: MemberListFilter): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  const titles = ["Nome", "E-mail", "Loja", "Grau", "Permissão", "Situação", "Cadastro", "Último acesso"];
  yield encoder.encode(`${CSV_MARK}${csvRows([titles])}`);
  try {
    for (let after: string | null | undefined; after !== null; ) {
      const { page, next } = await selectPage(ctx, filter, after, EXPORT_PAGE_SIZE);
      yield encoder.encode(csvRows(page.map(cellsOf)));
      after = next;
    }
  } catch (error) {
    ctx.log.error({ err: error }, "the members' file broke off");
    throw error;
  }
}

const cellsOf = (row: Row): string[] => [
  row.name,
  row.email,
  lodgeOf(row) ?? "",
  DEGREE_LABEL[row.degree],
  ROLE_LABEL[row.role],
  STANDING_WORDS[standingOf(row)],
  spreadsheetTime(row.createdAt),
  row.lastAccessAt ? spreadsheetTime(row.lastAccessAt) : "nunca",
];

/** Does one act to several members, each by itself: who cannot be is named with the reason, and the others are done. @throws AppError forbidden */
export async function actOnMembers(ctx: Ctx, input: MemberBatchInput): Promise<MemberBatchResult> {
  requireAdmin(ctx);
  const results: MemberBatchResult["results"] = [];
  for (const userId of new Set(input.userIds)) {
    try {
      if (input.act === "degree") await changeDegree(ctx, userId, { degree: input.degree });
      else await suspendMember(ctx, userId, { reason: input.reason });
      results.push({ userId, refusal: null });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      results.push({ userId, refusal: error.message });
    }
  }
  return { results };
}
