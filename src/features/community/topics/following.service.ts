import { and, eq, sql } from "drizzle-orm";
import { AppError } from "#app/lib/errors.ts";
import { type Ctx, requireActor } from "#app/server/context.ts";
import { readGroup } from "#app/server/notify/write-notice.ts";
import { openBoard } from "../boards/boards.service.ts";
import { communityBoardVisits } from "../boards/boards.table.ts";
import { topicGroup } from "../community.notices.ts";
import { communityPosts } from "../posts/posts.table.ts";
import { announceTopic } from "./news.service.ts";
import { openTopic } from "./open-topic.service.ts";
import type { ReadMark } from "./topics.answers.ts";
import { communityFollows, communityReads, communityTopics, VISITED } from "./topics.table.ts";

/** Follows a topic, or leaves it for good: writing in it does not follow it again. @throws AppError not_found */
export async function followTopic(ctx: Ctx, topicId: string, following: boolean): Promise<{ ok: true }> {
  const actor = requireActor(ctx);
  await openTopic(ctx.db, actor, topicId);
  await ctx.db
    .insert(communityFollows)
    .values({ userId: actor.id, topicId, following })
    .onConflictDoUpdate({ target: [communityFollows.userId, communityFollows.topicId], set: { following } });
  return { ok: true };
}

/** Follows all topics of a board, or leaves it. @throws AppError not_found */
export async function followBoard(ctx: Ctx, boardId: string, following: boolean): Promise<{ ok: true }> {
  const actor = requireActor(ctx);
  await openBoard(ctx.db, actor, boardId);
  await ctx.db
    .insert(communityFollows)
    .values({ userId: actor.id, boardId, following })
    .onConflictDoUpdate({ target: [communityFollows.userId, communityFollows.boardId], set: { following } });
  return { ok: true };
}

/** Writes down how far the member has read; it never goes back, nor beyond what was written. @throws AppError not_found */
export async function markRead(ctx: Ctx, topicId: string, upTo: number): Promise<ReadMark> {
  const actor = requireActor(ctx);
  const { lastNumber } = await openTopic(ctx.db, actor, topicId);
  const [row] = await ctx.db
    .insert(communityReads)
    .values({ userId: actor.id, topicId, readUpTo: Math.min(upTo, lastNumber) })
    .onConflictDoUpdate({
      target: [communityReads.userId, communityReads.topicId],
      set: { readUpTo: sql`greatest(${communityReads.readUpTo}, excluded.read_up_to)`, visitedAt: VISITED },
    })
    .returning({ readUpTo: communityReads.readUpTo });
  const unread = lastNumber - row!.readUpTo;
  if (unread <= 0) await readGroup(ctx.db, actor.id, topicGroup(topicId));
  return { readUpTo: row!.readUpTo, unread: Math.max(0, unread) };
}

/** Writes down that the member is in a board; after half an hour without this a new visit begins. @throws AppError not_found */
export async function visitBoard(ctx: Ctx, boardId: string): Promise<{ ok: true }> {
  const actor = requireActor(ctx);
  await openBoard(ctx.db, actor, boardId);
  const { visitedAt, previousAt } = communityBoardVisits;
  await ctx.db
    .insert(communityBoardVisits)
    .values({ userId: actor.id, boardId })
    .onConflictDoUpdate({
      target: [communityBoardVisits.userId, communityBoardVisits.boardId],
      set: {
        visitedAt: sql`now()`,
        previousAt: sql`case when ${visitedAt} < now() - interval '30 minutes' then ${visitedAt} else ${previousAt} end`,
      },
    });
  return { ok: true };
}

/** Takes a post as the answer of its topic, or none. @throws AppError not_found; forbidden but to its opener and to moderators */
export async function markAnswer(ctx: Ctx, topicId: string, number: number | null): Promise<{ ok: true }> {
  const actor = requireActor(ctx);
  const topic = await openTopic(ctx.db, actor, topicId);
  if (topic.authorId !== actor.id && !topic.moderates) throw new AppError("forbidden");
  await ctx.db.transaction(async (tx) => {
    if (number !== null) {
      const [post] = await tx
        .select({ id: communityPosts.id })
        .from(communityPosts)
        .where(and(eq(communityPosts.topicId, topicId), eq(communityPosts.number, number), eq(communityPosts.state, "visible")));
      if (!post) throw new AppError("not_found");
    }
    await tx.update(communityTopics).set({ answerNumber: number }).where(eq(communityTopics.id, topicId));
    await announceTopic(tx, topic);
  });
  return { ok: true };
}
