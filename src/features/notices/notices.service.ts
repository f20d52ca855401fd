import { and, desc, eq, isNull, lte, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { type Db, preparedOnce, QUICK } from "#app/db/client.ts";
import { profiles } from "#app/features/account/account.table.ts";
import { countMatters } from "#app/features/admin/waiting.service.ts";
import { defaultName } from "#app/features/community/profile/names.policy.ts";
import { communityProfiles } from "#app/features/community/profile/profile.table.ts";
import { titleForReader } from "#app/features/community/topics/titles.service.ts";
import { countForOfficer } from "#app/features/own-lodge/own-lodge.service.ts";
import { AppError } from "#app/lib/errors.ts";
import { type Ctx, requireActor } from "#app/server/context.ts";
import { keyset, pageOf } from "#app/server/keyset.ts";
import { IN_BRASILIA } from "#app/server/notify/in-brasilia.ts";
import type { Notice } from "#app/server/notify/notice.ts";
import { notices } from "#app/server/notify/notices.table.ts";
import { TOPIC_RULES } from "#app/server/notify/topics.ts";
import { NOTICES_SUBJECT } from "#app/server/notify/write-notice.ts";
import { announce } from "#app/server/realtime/live.ts";
import type { NoticeLine, NoticeParts, NoticesPage, UnreadCount } from "./notices.answers.ts";
import type { NoticesInput } from "./notices.schema.ts";

const PAGE_SIZE = 30;
/** Notices that are shown of one line. */
const MOST_PARTS = 50;
/** Up to here the unread are counted. */
const MOST_COUNTED = 100;

const isUnread = and(eq(notices.isLatest, true), isNull(notices.readAt));
const actors = alias(profiles, "actors");
const actorProfiles = alias(communityProfiles, "actor_profiles");
const newestFirst = keyset("descending", [notices.createdAt, "timestamptz"], [notices.id, "uuid"]);

/** A page of what the member was told, newest first. @throws AppError invalid_input on `after` */
export async function listNotices(ctx: Ctx, { show, after }: NoticesInput): Promise<NoticesPage> {
  const actor = requireActor(ctx);
  const rows = await ctx.db
    .select({
      id: notices.id,
      kind: notices.kind,
      facts: notices.facts,
      count: notices.count,
      readAt: notices.readAt,
      createdAt: notices.createdAt,
      from: actors.name,
      signsAs: actorProfiles.displayName,
      about: titleForReader(sql`(${notices.facts} ->> 'topicId')::uuid`, actor),
      cursor: newestFirst.cursor,
    })
    .from(notices)
    .leftJoin(actors, eq(actors.id, notices.fromId))
    .leftJoin(actorProfiles, eq(actorProfiles.userId, notices.fromId))
    .where(
      and(eq(notices.userId, actor.id), show === "unread" ? isUnread : eq(notices.isLatest, true), newestFirst.behind(after)),
    )
    .orderBy(...newestFirst.orderBy)
    .limit(PAGE_SIZE + 1);
  const { page, next } = pageOf(rows, PAGE_SIZE);
  const [waiting] = await ctx.db
    .select({ unread: sql<number>`count(*)::int`, oldest: sql<string | null>`min(${notices.createdAt})` })
    .from(notices)
    .where(and(eq(notices.userId, actor.id), isUnread));
  const { unread, oldest } = waiting!;
  return {
    notices: page.flatMap((row) => presentNotice(ctx, row) ?? []),
    next,
    unread,
    oldestUnread: oldest === null ? null : new Date(oldest).toISOString(),
  };
}

type Row = Pick<typeof notices.$inferSelect, "id" | "kind" | "facts" | "count" | "readAt" | "createdAt"> & {
  from: string | null;
  signsAs: string | null;
  about: string | null;
};

/** The name of whoever did it: in the community as they sign there, else their own. */
function nameOf({ topic }: Notice<unknown>, { from, signsAs }: Pick<Row, "from" | "signsAs">): string {
  if (from === null) return "Um membro";
  return topic === "community" ? (signsAs ?? defaultName(from)) : from;
}

const kindOf = ({ noticeKinds }: Ctx, kind: string) => noticeKinds[kind] as Notice<unknown> | undefined;

/** A line as it reads today; undefined for a kind that the registry no longer has. */
function presentNotice(ctx: Ctx, row: Row): NoticeLine | undefined {
  const { id, kind, facts, count, readAt, createdAt, about } = row;
  const notice = kindOf(ctx, kind);
  if (!notice) return undefined;
  const line = notice.bell ? notice.bell.line : undefined;
  return {
    id,
    topic: TOPIC_RULES[notice.topic].short,
    text: line ? line(facts, { ...IN_BRASILIA, count, about, from: nameOf(notice, row) }) : notice.title,
    path: notice.link(facts).path,
    count,
    unfold: count > 1 && notice.bell ? (notice.bell.unfold?.label ?? null) : null,
    at: createdAt.toISOString(),
    read: readAt !== null,
  };
}

/**
 * The notices that a line stands for, newest first: itself and those before it in its group, as many as it counts.
 * @throws AppError not_found
 */
export async function listParts(ctx: Ctx, noticeId: string): Promise<NoticeParts> {
  const actor = requireActor(ctx);
  const [line] = await ctx.db
    .select({ group: notices.group, count: notices.count, at: sql<string>`${notices.createdAt}::text` })
    .from(notices)
    .where(and(eq(notices.id, noticeId), eq(notices.userId, actor.id)));
  if (!line) throw new AppError("not_found");
  const rows = await ctx.db
    .select({
      id: notices.id,
      kind: notices.kind,
      facts: notices.facts,
      createdAt: notices.createdAt,
      from: actors.name,
      signsAs: actorProfiles.displayName,
    })
    .from(notices)
    .leftJoin(actors, eq(actors.id, notices.fromId))
    .leftJoin(actorProfiles, eq(actorProfiles.userId, notices.fromId))
    .where(
      and(
        eq(notices.userId, actor.id),
        line.group === null ? eq(notices.id, noticeId) : eq(notices.group, line.group),
        lte(notices.createdAt, sql`${line.at}::timestamptz`),
      ),
    )
    .orderBy(desc(notices.createdAt), desc(notices.id))
    .limit(Math.min(line.count, MOST_PARTS));
  return {
    parts: rows.flatMap((row) => {
      const { id, kind, facts, createdAt } = row;
      const notice = kindOf(ctx, kind);
      const unfold = notice?.bell ? notice.bell.unfold : undefined;
      if (!notice || !unfold) return [];
      const text = unfold.part(facts, { ...IN_BRASILIA, count: 1, about: null, from: nameOf(notice, row) });
      return [{ id, text, at: createdAt.toISOString() }];
    }),
  };
}

const unreadQuery = preparedOnce((db: Db) =>
  db
    .select({
      unread: sql<number>`(select count(*)::int from (select 1 from notices n where n.user_id = ${sql.placeholder("userId")} and n.is_latest and n.read_at is null limit ${sql.raw(String(MOST_COUNTED))}) counted)`,
    })
    .from(sql`(select 1) one`)
    .prepare(`${QUICK}unread_notices`),
);

/** The figures of the header: beside the bell, one query over an index of the unread alone; what waits is counted for those who decide. */
export async function countUnread(ctx: Ctx): Promise<UnreadCount> {
  const { id, role, office } = requireActor(ctx);
  const [[row], administration, lodge] = await Promise.all([
    unreadQuery(ctx.db).execute({ userId: id }),
    role === "admin" ? countMatters(ctx) : null,
    office ? countForOfficer(ctx) : null,
  ]);
  return { unread: row!.unread, decisions: { administration, lodge } };
}

/** Marks one line as read, for good. @throws AppError not_found */
export async function readNotice(ctx: Ctx, noticeId: string): Promise<UnreadCount> {
  const actor = requireActor(ctx);
  const [read] = await ctx.db
    .update(notices)
    .set({ readAt: sql`coalesce(${notices.readAt}, now())` })
    .where(and(eq(notices.id, noticeId), eq(notices.userId, actor.id)))
    .returning({ id: notices.id });
  if (!read) throw new AppError("not_found");
  await announce(ctx.db, [actor.id], NOTICES_SUBJECT);
  return countUnread(ctx);
}

/** Marks everything up to the newest notice that the member sees. @throws AppError not_found */
export async function readAllNotices(ctx: Ctx, newest: string): Promise<UnreadCount> {
  const actor = requireActor(ctx);
  const [last] = await ctx.db
    .select({ createdAt: sql<string>`${notices.createdAt}::text` }) // a JavaScript date would lose its last digits
    .from(notices)
    .where(and(eq(notices.id, newest), eq(notices.userId, actor.id)));
  if (!last) throw new AppError("not_found");
  await ctx.db
    .update(notices)
    .set({ readAt: sql`now()` })
    .where(and(eq(notices.userId, actor.id), isUnread, lte(notices.createdAt, sql`${last.createdAt}::timestamptz`)));
  await announce(ctx.db, [actor.id], NOTICES_SUBJECT);
  return countUnread(ctx);
}
