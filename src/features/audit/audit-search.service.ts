import { and, eq, getTableColumns, gte, inArray, isNull, lt, not, or, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Db } from "#app/db/client.ts";
import { profiles } from "#app/features/account/account.table.ts";
import { containsWord, memberText } from "#app/features/account/member-search.service.ts";
import { communityBoards } from "#app/features/community/boards/boards.table.ts";
import { communityPosts } from "#app/features/community/posts/posts.table.ts";
import { communityTopics } from "#app/features/community/topics/topics.table.ts";
import { CSV_MARK, csvRows } from "#app/lib/csv.ts";
import { coversDegree, type Degree, isDegree } from "#app/lib/degrees.ts";
import { AppError } from "#app/lib/errors.ts";
import { spreadsheetTime } from "#app/lib/format.ts";
import { fold } from "#app/lib/text.ts";
import { type Ctx, requireAdmin } from "#app/server/context.ts";
import { covers } from "#app/server/gate.ts";
import { keyset, pageOf } from "#app/server/keyset.ts";
import { hashAddress } from "./address-hash.service.ts";
import type { AuditEntry, AuditLogPage } from "./audit.answers.ts";
import {
  AUDIT_ACTIONS,
  type AuditAction,
  type AuditFilter,
  type AuditKind,
  type AuditSearchInput,
  isAuditAction,
  kindOf,
  OPERATOR,
  REMOVED_MEMBER,
} from "./audit.schema.ts";
import { recordAccess, recordAudit } from "./audit.service.ts";
import { auditLog } from "./audit.table.ts";

const PAGE_SIZE = 50;
const EXPORT_PAGE_SIZE = 500;
/** A name that more people have than this is no way to find one. */
const MOST_PEOPLE = 200;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const newest = keyset("descending", [auditLog.at, "timestamptz"], [auditLog.id, "bigint"]);

/**
 * The log, newest first, narrowed by who acted, whom it is about, what was done, and when. Looking for a person in it is itself registered.
 * @throws AppError forbidden, invalid_input on `actor` or `member` when too many people have such a name
 */
export async function searchAuditLog(ctx: Ctx, { after, ...filter }: AuditSearchInput): Promise<AuditLogPage> {
  const actor = requireAdmin(ctx);
  if (filter.actor || filter.member) await recordAccess(ctx.db, actor.id, "audit.view");
  const { page, next } = await readPage(ctx.db, await narrowingOf(ctx, filter), after, PAGE_SIZE);
  return { entries: (await present(ctx.db, page, actor.degree)).map(({ code, ...entry }) => entry), next };
}

/**
 * The same lines as a CSV file, read page by page while it is sent, however long the log is. Taking it away is registered.
 * @throws AppError forbidden, too_many_tries, invalid_input as for the search
 */
export async function exportAuditLog(ctx: Ctx, filter: AuditFilter): Promise<AsyncIterable<Uint8Array>> {
  const actor = requireAdmin(ctx);
  await ctx.limits.take("export", actor.id);
  const narrowing = await narrowingOf(ctx, filter);
  const { kind = null, from = null, until = null } = filter;
  await recordAudit(ctx.db, {
    actorId: actor.id,
    action: "audit.export",
    targetType: "audit-log",
    targetId: null,
    details: { kind, from, until, ofOnePerson: Boolean(filter.actor || filter.member) },
  });
  return linesOf(ctx, narrowing, actor.degree);
}

async function* linesOf(ctx: Ctx, narrowing: Narrowing, degree: Degree): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  yield encoder.encode(`${CSV_MARK}${csvRows([["Número", "Quando", "Quem", "O que fez", "Código do ato"]])}`);
  try {
    for (let after: string | null | undefined; after !== null; ) {
      const { page, next } = await readPage(ctx.db, narrowing, after, EXPORT_PAGE_SIZE);
      const rows = await present(ctx.db, page, degree);
      yield encoder.encode(
        csvRows(rows.map(({ id, at, actor, text, code }) => [String(id), spreadsheetTime(new Date(at)), actor, text, code])),
      );
      after = next;
    }
  } catch (err) {
    ctx.log.error({ err, requestId: ctx.requestId }, "export of the audit log broke off");
    throw err; // the browser sees a download that failed, and no short file
  }
}

/** One of some values in a column that has an index of its own, in the order of the log. */
type OneOf = { column: PgColumn; values: (string | null)[] };
type Narrowing = { oneOf: OneOf[]; days: SQL | undefined };

async function readPage(db: Db, { oneOf, days }: Narrowing, after: string | undefined, size: number) {
  const part = and(days, newest.behind(after));
  const [first, ...others] = oneOf;
  const several = first && oneOf.every(({ values }) => values.length > 1);
  const rows = await db
    .select({ ...getTableColumns(auditLog), cursor: newest.cursor })
    .from(auditLog)
    .where(
      several
        ? sql`${auditLog.id} in (${newestOfEach(first, and(...others.map(hasOneOf), part), size + 1)})`
        : and(...oneOf.map(hasOneOf), part),
    )
    .orderBy(...newest.orderBy)
    .limit(size + 1);
  return pageOf(rows, size);
}

const hasOneOf = ({ column, values }: OneOf): SQL | undefined => {
  const known = values.filter((value) => value !== null);
  return or(values.includes(null) ? isNull(column) : undefined, inArray(column, known));
};

/**
 * SQL: the ids of the newest lines of each value, so many of each. PostgreSQL reads an index in order for one value, not for several: it would go
 * through the log from its end until a page is full, which is all of it where such lines are few or old.
 */
function newestOfEach({ column, values }: OneOf, rest: SQL | undefined, count: number): SQL {
  const order = sql.join(newest.orderBy, sql`, `);
  const newestWhere = (condition: SQL) =>
    sql`(select ${auditLog.id} from ${auditLog} where ${and(condition, rest)} order by ${order} limit ${count})`;
  const known = sql`${sql.param(values.filter((value) => value !== null))}::${sql.raw(column.getSQLType())}[]`;
  const ofEach = sql`select of_value.id from unnest(${known}) as wanted(value) cross join lateral ${newestWhere(sql`${column} = wanted.value`)} as of_value`;
  return values.includes(null) ? sql`${ofEach} union all ${newestWhere(isNull(column))}` : ofEach;
}

async function narrowingOf(ctx: Ctx, { actor, member, kind, from, until }: AuditFilter): Promise<Narrowing> {
  const oneOf: OneOf[] = [];
  if (actor) {
    const operator = fold(OPERATOR).includes(fold(actor)) ? [null] : [];
    oneOf.push({ column: auditLog.actorId, values: [...(await peopleCalled(ctx, "actor", actor)), ...operator] });
  }
  if (member) oneOf.push({ column: auditLog.memberId, values: await peopleCalled(ctx, "member", member) });
  if (kind) oneOf.push({ column: auditLog.action, values: actionsOf(kind) });
  const days = and(
    from ? gte(auditLog.at, beginOf(from)) : undefined,
    until ? lt(auditLog.at, sql`${beginOf(until)} + interval '1 day'`) : undefined,
  );
  return { oneOf, days };
}

const actionsOf = (kind: AuditKind): AuditAction[] =>
  (Object.keys(AUDIT_ACTIONS) as AuditAction[]).filter((action) => kindOf(action) === kind);

const beginOf = (day: string): SQL => sql`${day}::timestamp at time zone 'America/Sao_Paulo'`;

/** The ids of those who have an address, or had it when they were deleted; or whose name has every word. */
async function peopleCalled({ env, db }: Ctx, field: "actor" | "member", wanted: string): Promise<string[]> {
  const { id, name, email } = profiles;
  if (wanted.includes("@")) {
    const present = await db.select({ id }).from(profiles).where(eq(email, wanted.toLowerCase()));
    const former = await db
      .select({ id: auditLog.targetId })
      .from(auditLog)
      .where(eq(auditLog.addressHash, hashAddress(env, wanted)));
    return [...present, ...former].flatMap((row) => row.id ?? []);
  }
  const words = wanted.split(/\s+/).filter(Boolean);
  // the wider condition is the index's
  const called = words.flatMap((word) => [containsWord(memberText, word), containsWord(sql`fold_text(${name})`, word)]);
  const found = await db
    .select({ id })
    .from(profiles)
    .where(and(...called))
    .limit(MOST_PEOPLE + 1);
  if (found.length > MOST_PEOPLE)
    throw new AppError("invalid_input", {
      fields: { [field]: "Muitas pessoas têm um nome assim. Escreva mais do nome, ou o e-mail." },
    });
  return found.map((row) => row.id);
}

type Row = typeof auditLog.$inferSelect;

/** @param degree the reader's */
async function present(db: Db, rows: Row[], degree: Degree): Promise<(AuditEntry & { code: string })[]> {
  const names = await namesOf(
    db,
    rows.flatMap(({ actorId, memberId }) => [actorId, memberId]),
  );
  const above = await inBoardsAbove(db, rows, degree);
  return rows.map((row) => presentEntry(row, names, above.has(row.targetId), isTitleAbove(row, degree)));
}

/** Acts whose title is content of a degree. */
const TITLED: ReadonlySet<string> = new Set<AuditAction>([
  "library-item.create",
  "library-item.update",
  "library-item.delete",
  "question.undraw",
  "question.draw",
  "announcement.publish",
  "announcement.change",
  "announcement.pause",
  "announcement.resume",
  "announcement.delete",
]);

/**
 * Whether the title of a line is above the reader's degree. Lines from before the degree was written down count as Mestre's; those of the library do not, as
 * all of it was for everybody.
 */
function isTitleAbove({ action, details }: Row, degree: Degree): boolean {
  if (!TITLED.has(action)) return false;
  const { contentDegree = action.startsWith("library-item") ? null : "mestre" } = details;
  return !coversDegree(degree, isDegree(contentDegree) ? contentDegree : null);
}

/** What of the community is for a higher degree than the reader's: why a moderator acted on it may say what it is about. */
async function inBoardsAbove(db: Db, rows: Row[], degree: Degree): Promise<Set<string | null>> {
  const ids = rows.flatMap(({ targetType, targetId }) =>
    targetType === "community-post" || targetType === "community-topic" ? (targetId ?? []) : [],
  );
  if (ids.length === 0) return new Set();
  const found = await db
    .select({ id: communityPosts.id })
    .from(communityPosts)
    .innerJoin(communityTopics, eq(communityTopics.id, communityPosts.topicId))
    .innerJoin(communityBoards, eq(communityBoards.id, communityTopics.boardId))
    // a topic has the id of its first post
    .where(and(inArray(communityPosts.id, ids), not(covers(degree, communityBoards.degree))));
  return new Set(found.map(({ id }) => id));
}

async function namesOf(db: Db, ids: (string | null)[]): Promise<Map<string, string>> {
  const wanted = [...new Set(ids.filter((id) => id !== null && UUID.test(id)))] as string[];
  if (wanted.length === 0) return new Map();
  const rows = await db.select({ id: profiles.id, name: profiles.name }).from(profiles).where(inArray(profiles.id, wanted));
  return new Map(rows.map(({ id, name }) => [id, name]));
}

function presentEntry(row: Row, names: ReadonlyMap<string, string>, isAbove: boolean, titleAbove: boolean) {
  const nameOf = (id: string | null) => (id && names.get(id)) || REMOVED_MEMBER;
  const pattern = isAuditAction(row.action) ? AUDIT_ACTIONS[row.action] : row.action;
  const text = pattern.replace(/\{(\w+)\}/g, (_, word: string) =>
    word === "member" ? nameOf(row.memberId) : word === "title" && titleAbove ? "—" : String(row.details[word] ?? "—"),
  );
  const reason = typeof row.details.reason === "string" && !isAbove ? ` Motivo: ${row.details.reason}` : "";
  const alone = row.details.onlyAdministrator === true ? " Era o único administrador." : "";
  const above = row.details.aboveOwn === true ? " O grau está acima do seu." : "";
  return {
    id: row.id,
    at: row.at.toISOString(),
    actor: row.actorId === null ? OPERATOR : nameOf(row.actorId),
    text: `${text}.${reason}${alone}${above}`,
    code: row.action,
  };
}
