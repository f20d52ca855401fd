import { and, asc, eq, type Placeholder, type SQL, sql } from "drizzle-orm";
import type { Db } from "#app/db/client.ts";
import { AppError } from "#app/lib/errors.ts";
import { type Actor, type Ctx, requireActor } from "#app/server/context.ts";
import { covers } from "#app/server/gate.ts";
import { noticePreferences } from "#app/server/notify/notices.table.ts";
import { channelOf, preferencesOf } from "#app/server/notify/preferences.ts";
import { communityPosts } from "../posts/posts.table.ts";
import { defaultName } from "../profile/names.policy.ts";
import { communityProfiles } from "../profile/profile.table.ts";
import { communityFollows, communityReads, communityTopics } from "../topics/topics.table.ts";
import type { Board, Community } from "./boards.answers.ts";
import { mayRead } from "./boards.policy.ts";
import { communityBoards, communityBoardVisits, communityModerators } from "./boards.table.ts";

/** Up to here topics with news are counted. */
const MOST_NEWS = 100;
/** A visit ends when its member has given no sign for this long. */
const VISIT = sql.raw("interval '30 minutes'");

type BoardRow = typeof communityBoards.$inferSelect;
/** A board that the member may read, with when they were there before their present visit. */
export type OpenBoard = BoardRow & { moderates: boolean; lastVisitAt: Date | null };

/** SQL: the query's board is one that the member may read. */
export const isReadable = ({ degree }: Pick<Actor, "degree">): SQL => covers(degree, communityBoards.degree);

/** SQL: whether the member moderates the query's board. */
export const moderates = ({ id, role }: Pick<Actor, "id" | "role"> | Record<"id" | "role", Placeholder>): SQL<boolean> =>
  sql<boolean>`(${role}::text = 'admin' or exists (
    select from ${communityModerators} m where m.board_id = ${communityBoards.id} and m.user_id = ${id}))`;

/** SQL: when the visit to the query's board ended that was before the present one. */
const visitBefore = sql<
  string | null
>`case when ${communityBoardVisits.visitedAt} < now() - ${VISIT} then ${communityBoardVisits.visitedAt} else ${communityBoardVisits.previousAt} end`;

const ownVisit = (userId: string) =>
  and(eq(communityBoardVisits.boardId, communityBoards.id), eq(communityBoardVisits.userId, userId));

/** A board that the member may read. One above their degree does not exist for them. @throws AppError not_found */
export async function openBoard(db: Db, actor: Actor, boardId: string): Promise<OpenBoard> {
  const [row] = await db
    .select({ board: communityBoards, moderates: moderates(actor), lastVisitAt: visitBefore })
    .from(communityBoards)
    .leftJoin(communityBoardVisits, ownVisit(actor.id))
    .where(eq(communityBoards.id, boardId));
  if (!row || !mayRead(row.board, actor)) throw new AppError("not_found");
  return { ...row.board, moderates: row.moderates, lastVisitAt: dateOf(row.lastVisitAt) };
}

const dateOf = (moment: string | null): Date | null => (moment === null ? null : new Date(moment));

/** The boards, with what is new in those that the member may read. */
export async function readCommunity(ctx: Ctx): Promise<Community> {
  const actor = requireActor(ctx);
  const rows = await ctx.db
    .select({
      board: communityBoards,
      moderates: moderates(actor),
      lastVisitAt: visitBefore,
      following: sql<boolean>`coalesce(${communityFollows.following}, false)`,
      news: sql<number>`case when ${isReadable(actor)} then (select count(*)::int from (
        select from ${communityTopics} t left join ${communityReads} r on r.topic_id = t.id and r.user_id = ${actor.id}
        where t.board_id = ${communityBoards.id} and t.hidden_at is null and t.last_post_at > ${visitBefore}
          and t.last_number > coalesce(r.read_up_to, 0)
          and exists (select from ${communityPosts} p where p.topic_id = t.id and p.number > coalesce(r.read_up_to, 0) and p.state = 'visible')
        order by t.last_post_at desc limit ${sql.raw(String(MOST_NEWS))}) fresh) else 0 end`,
      profile: communityProfiles,
      preferences: noticePreferences,
    })
    .from(communityBoards)
    .leftJoin(communityBoardVisits, ownVisit(actor.id))
    .leftJoin(communityFollows, and(eq(communityFollows.boardId, communityBoards.id), eq(communityFollows.userId, actor.id)))
    .leftJoin(communityProfiles, eq(communityProfiles.userId, actor.id))
    .leftJoin(noticePreferences, eq(noticePreferences.userId, actor.id))
    .orderBy(asc(communityBoards.position), asc(communityBoards.id));
  const profile = rows[0]?.profile ?? null;
  const readable = rows.map((row, index) => ({ ...row, position: index + 1 })).filter(({ board }) => mayRead(board, actor));
  return {
    boards: readable.map((row): Board => {
      const { id, name, description, degree, closedAt } = row.board;
      const closed = closedAt !== null;
      return {
        id,
        name,
        description,
        degree,
        closed,
        position: row.position,
        news: row.news,
        lastVisitAt: dateOf(row.lastVisitAt)?.toISOString() ?? null,
        following: row.following,
        can: { open: !closed || row.moderates, moderate: row.moderates },
      };
    }),
    lockedBoards: rows.flatMap(({ board: { name, degree } }) =>
      degree && !mayRead({ degree }, actor) ? [{ name, degree }] : [],
    ),
    me: {
      id: actor.id,
      name: profile?.displayName ?? defaultName(actor.name),
      displayName: profile?.displayName ?? null,
      degree: actor.degree,
      showLodge: profile?.showLodge ?? false,
      rulesAccepted: profile?.rulesAcceptedAt != null,
      weeklyLetter: channelOf("weekly", preferencesOf(rows[0]?.preferences ?? null)) === "email",
    },
    can: { moderate: readable.some((row) => row.moderates), administer: actor.role === "admin" },
  };
}
