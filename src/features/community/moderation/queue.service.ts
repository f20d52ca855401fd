import { and, asc, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import { AppError } from "#app/lib/errors.ts";
import { type Ctx, requireActor } from "#app/server/context.ts";
import { keyset, pageOf } from "#app/server/keyset.ts";
import { isReadable, moderates } from "../boards/boards.service.ts";
import { communityBoards } from "../boards/boards.table.ts";
import { communityPosts } from "../posts/posts.table.ts";
import { authorColumns, authorProfiles, authors, presentAuthor } from "../profile/author.ts";
import { communityTopics } from "../topics/topics.table.ts";
import type { ModerationQueue, Queued } from "./moderation.answers.ts";
import { mayDecideOn } from "./moderation.policy.ts";
import type { QueueInput } from "./moderation.schema.ts";
import { communityReports } from "./moderation.table.ts";

const PAGE_SIZE = 20;

const oldestFirst = keyset("ascending", [communityPosts.createdAt, "timestamptz"], [communityPosts.id, "uuid"]);

/** SQL: what waits for a moderator: held posts, and those of which somebody has said something. */
const isWaiting = sql`${communityPosts.state} in ('visible', 'held') and ${communityPosts.id} in (
  select p.id from community_posts p where p.state = 'held'
  union select r.post_id from community_reports r where r.decided_at is null)`;

/** SQL: what waits in the boards that the member moderates and may read; nothing where there is no such board. */
async function waitingFor(ctx: Ctx): Promise<SQL | undefined> {
  const actor = requireActor(ctx);
  const boards = await ctx.db
    .select({ id: communityBoards.id })
    .from(communityBoards)
    .where(and(isReadable(actor), moderates(actor)));
  if (boards.length === 0) return undefined;
  return and(
    isWaiting,
    inArray(
      communityTopics.boardId,
      boards.map(({ id }) => id),
    ),
  );
}

async function countPosts(ctx: Ctx, which: SQL): Promise<{ count: number; oldest: Date | null }> {
  const [row] = await ctx.db
    .select({ count: sql<number>`count(*)::int`, oldest: sql<string | null>`min(${communityPosts.createdAt})` })
    .from(communityPosts)
    .innerJoin(communityTopics, eq(communityTopics.id, communityPosts.topicId))
    .where(which);
  const { count, oldest } = row!;
  return { count, oldest: oldest === null ? null : new Date(oldest) };
}

/** How many posts wait for the member as a moderator, and since when the oldest was written. */
export async function countWaitingPosts(ctx: Ctx): Promise<{ count: number; oldest: Date | null }> {
  const isTheirs = await waitingFor(ctx);
  return isTheirs ? countPosts(ctx, isTheirs) : { count: 0, oldest: null };
}

/** What waits in the boards that the member moderates and may read, oldest first. @throws AppError forbidden, invalid_input on `after` */
export async function readQueue(ctx: Ctx, { after }: QueueInput): Promise<ModerationQueue> {
  const actor = requireActor(ctx);
  const isTheirs = await waitingFor(ctx);
  if (!isTheirs) throw new AppError("forbidden");
  const rows = await ctx.db
    .select({
      post: communityPosts,
      topic: communityTopics,
      board: communityBoards,
      ...authorColumns,
      cursor: oldestFirst.cursor,
    })
    .from(communityPosts)
    .innerJoin(communityTopics, eq(communityTopics.id, communityPosts.topicId))
    .innerJoin(communityBoards, eq(communityBoards.id, communityTopics.boardId))
    .leftJoin(authors, eq(authors.id, communityPosts.authorId))
    .leftJoin(authorProfiles, eq(authorProfiles.userId, communityPosts.authorId))
    .where(and(isTheirs, oldestFirst.behind(after)))
    .orderBy(...oldestFirst.orderBy)
    .limit(PAGE_SIZE + 1);
  const { page, next } = pageOf(rows, PAGE_SIZE);
  const reports = await readReports(
    ctx,
    page.map(({ post }) => post.id),
  );
  const { count: waiting } = await countPosts(ctx, isTheirs);
  const entries = page.map((row): Queued => {
    const { post, topic, board } = row;
    return {
      post: {
        id: post.id,
        number: post.number,
        topicId: topic.id,
        title: topic.title,
        board: { id: board.id, name: board.name },
        author: presentAuthor(row),
        at: post.createdAt.toISOString(),
        html: post.html,
        version: post.version,
        state: post.state === "held" ? "held" : "visible",
        stateReason: post.stateReason,
        can: { decide: mayDecideOn(post, actor, true) },
      },
      reports: reports.get(post.id) ?? [],
    };
  });
  return { entries, next, waiting };
}

async function readReports({ db }: Ctx, postIds: string[]): Promise<Map<string, Queued["reports"]>> {
  const rows = await db
    .select({ report: communityReports, ...authorColumns })
    .from(communityReports)
    .leftJoin(authors, eq(authors.id, communityReports.userId))
    .leftJoin(authorProfiles, eq(authorProfiles.userId, communityReports.userId))
    .where(and(inArray(communityReports.postId, postIds), isNull(communityReports.decidedAt)))
    .orderBy(asc(communityReports.createdAt), asc(communityReports.id));
  const ofEach = Map.groupBy(rows, ({ report }) => report.postId);
  const present = (row: (typeof rows)[number]) => ({
    name: presentAuthor(row)?.name ?? null,
    reason: row.report.reason,
    at: row.report.createdAt.toISOString(),
  });
  return new Map([...ofEach].map(([postId, own]) => [postId, own.map(present)]));
}
