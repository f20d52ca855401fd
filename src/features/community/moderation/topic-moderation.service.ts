import { and, asc, eq, inArray, isNotNull, isNull, ne, sql } from "drizzle-orm";
import type { Db } from "#app/db/client.ts";
import { type AuditAction, type AuditDetails, recordAudit } from "#app/features/audit/audit.service.ts";
import { AppError } from "#app/lib/errors.ts";
import { type Actor, type Ctx, requireActor } from "#app/server/context.ts";
import { mayRead } from "../boards/boards.policy.ts";
import { openBoard } from "../boards/boards.service.ts";
import { communityBoards } from "../boards/boards.table.ts";
import { indexTopics } from "../posts/indexing.service.ts";
import { communityImages, communityPosts } from "../posts/posts.table.ts";
import { announceTopic } from "../topics/news.service.ts";
import { lockTopic, type OpenTopic } from "../topics/open-topic.service.ts";
import { settlePlace } from "../topics/place.service.ts";
import { shownTitle } from "../topics/topics.policy.ts";
import { communityFollows, communityTopics } from "../topics/topics.table.ts";
import type { TopicHiding } from "./moderation.answers.ts";
import { mayMoveTo } from "./moderation.policy.ts";
import type { SplitInput, TitleInput } from "./moderation.schema.ts";

/** A topic of a board that the member moderates, held until the transaction ends. @throws AppError not_found, forbidden */
async function lockForModeration(tx: Db, actor: Actor, topicId: string): Promise<OpenTopic> {
  const topic = await lockTopic(tx, actor, topicId);
  if (!topic.moderates) throw new AppError("forbidden");
  return topic;
}

type Change = { action: AuditAction; set: Partial<typeof communityTopics.$inferInsert>; isSo: (topic: OpenTopic) => boolean };

const now = () => new Date();

/** What is switched on a topic, by the last word of its address. */
const SWITCHES = {
  lock: {
    action: "community.topic-lock",
    set: () => ({ lockedAt: now() }),
    isSo: ({ lockedAt }: OpenTopic) => lockedAt !== null,
  },
  unlock: {
    action: "community.topic-unlock",
    set: () => ({ lockedAt: null }),
    isSo: ({ lockedAt }: OpenTopic) => lockedAt === null,
  },
  pin: { action: "community.topic-pin", set: () => ({ pinned: true }), isSo: ({ pinned }: OpenTopic) => pinned },
  unpin: { action: "community.topic-unpin", set: () => ({ pinned: false }), isSo: ({ pinned }: OpenTopic) => !pinned },
} as const satisfies Record<string, Omit<Change, "set"> & { set: () => Change["set"] }>;
export type Switch = keyof typeof SWITCHES;

/** Closes a topic to replies, opens it again, keeps it at the top of its board, or no more. @throws AppError not_found, forbidden */
export async function switchTopic(ctx: Ctx, topicId: string, to: Switch): Promise<void> {
  const actor = requireActor(ctx);
  const { action, set, isSo } = SWITCHES[to];
  await ctx.db.transaction(async (tx) => {
    const topic = await lockForModeration(tx, actor, topicId);
    if (isSo(topic)) return;
    await tx.update(communityTopics).set(set()).where(eq(communityTopics.id, topicId));
    await announceTopic(tx, topic);
    await audit(tx, actor, action, topic);
  });
}

/** Takes a topic with all that is in it from everybody but its moderators. @throws AppError not_found, forbidden */
export async function hideTopic(ctx: Ctx, topicId: string, { reason }: { reason: string }): Promise<void> {
  const actor = requireActor(ctx);
  await ctx.db.transaction(async (tx) => {
    const topic = await lockForModeration(tx, actor, topicId);
    if (topic.hiddenAt !== null) return;
    await tx.update(communityTopics).set({ hiddenAt: now(), hiddenReason: reason }).where(eq(communityTopics.id, topicId));
    await indexTopics(tx, [topicId]);
    await announceTopic(tx, topic);
    if (topic.authorId && topic.authorId !== actor.id)
      await ctx.notify(tx, "community-hidden", { memberId: topic.authorId }, { topicId, number: 1 });
    await audit(tx, actor, "community.topic-hide", topic, { reason });
  });
}

/**
 * Gives a topic another title. It is masked as the one before where the first post is held or hidden; it is shown where that was deleted, which had left
 * the topic without one.
 * @throws AppError not_found, forbidden; conflict when it is not the title any more that the moderator saw
 */
export async function retitleTopic(ctx: Ctx, topicId: string, { title, before }: TitleInput): Promise<void> {
  const actor = requireActor(ctx);
  await ctx.db.transaction(async (tx) => {
    const topic = await lockForModeration(tx, actor, topicId);
    const { authorId, retitledAt, moderates } = topic;
    const [row] = await tx
      .select({ title: communityTopics.title, firstState: communityPosts.state })
      .from(communityTopics)
      .innerJoin(communityPosts, eq(communityPosts.id, communityTopics.id))
      .where(eq(communityTopics.id, topicId));
    const present = shownTitle({ ...row!, retitledAt, mine: authorId === actor.id, moderates });
    if (present === title) return;
    if (present !== before)
      throw new AppError("conflict", { message: `Enquanto isso o título mudou para “${present}”. Nada foi guardado.` });
    await tx.update(communityTopics).set({ title, retitledAt: now() }).where(eq(communityTopics.id, topicId));
    await indexTopics(tx, [topicId]);
    await announceTopic(tx, topic);
    if (authorId && authorId !== actor.id)
      await ctx.notify(tx, "community-retitled", { memberId: authorId }, { topicId, number: 1 });
    await audit(tx, actor, "community.topic-retitle", topic);
  });
}

/** Why a topic was hidden, for the member who has opened it. @throws AppError not_found */
export async function readHiding(ctx: Ctx, topicId: string): Promise<TopicHiding> {
  const actor = requireActor(ctx);
  const [topic] = await ctx.db
    .select({ title: communityTopics.title, reason: communityTopics.hiddenReason, degree: communityBoards.degree })
    .from(communityTopics)
    .innerJoin(communityBoards, eq(communityBoards.id, communityTopics.boardId))
    .where(and(eq(communityTopics.id, topicId), eq(communityTopics.authorId, actor.id), isNotNull(communityTopics.hiddenAt)));
  if (!topic || !mayRead(topic, actor)) throw new AppError("not_found");
  return { title: topic.title, reason: topic.reason };
}

/** Lets everybody of its board see a hidden topic again. @throws AppError not_found, forbidden */
export async function showTopic(ctx: Ctx, topicId: string): Promise<void> {
  const actor = requireActor(ctx);
  await ctx.db.transaction(async (tx) => {
    const topic = await lockForModeration(tx, actor, topicId);
    if (topic.hiddenAt === null) return;
    await tx
      .update(communityTopics)
      .set({ hiddenAt: null, hiddenReason: null, ...(await textIn(tx, topic, topic.board.id)) })
      .where(eq(communityTopics.id, topicId));
    await indexTopics(tx, [topicId]);
    await announceTopic(tx, topic);
    if (topic.authorId && topic.authorId !== actor.id)
      await ctx.notify(tx, "community-shown", { memberId: topic.authorId }, { topicId, number: 1 });
    await audit(tx, actor, "community.topic-show", topic);
  });
}

/** The text that a topic is about in a board, where another one may be about it already. */
async function textIn(tx: Db, { id, textKind, textId }: OpenTopic, boardId: string) {
  if (textKind === null || textId === null) return {};
  const others = and(
    eq(communityTopics.boardId, boardId),
    eq(communityTopics.textKind, textKind),
    eq(communityTopics.textId, textId),
    isNull(communityTopics.hiddenAt),
    ne(communityTopics.id, id),
  );
  return (await tx.$count(communityTopics, others)) > 0 ? { textKind: null, textId: null } : {};
}

/**
 * Moves a topic to another board that the member moderates, with its pictures. It goes to no lower degree, as what is written in a board is
 * meant for those who read there; but they can take their own move back as long as nobody has written there.
 * @throws AppError not_found, forbidden; conflict for a board of a lower degree
 */
export async function moveTopic(ctx: Ctx, topicId: string, { boardId }: { boardId: string }): Promise<void> {
  const actor = requireActor(ctx);
  await ctx.db.transaction(async (tx) => {
    const topic = await lockForModeration(tx, actor, topicId);
    const target = await openBoard(tx, actor, boardId);
    if (!target.moderates) throw new AppError("forbidden");
    if (target.id === topic.board.id) return;
    const before = await moveBefore(tx, actor, topic);
    if (!mayMoveTo(topic.board, target) && !(before && mayMoveTo({ degree: before.writtenFor }, target)))
      throw new AppError("conflict", {
        message:
          "Um assunto não desce de grau: quem escreveu ali contava com os leitores daquela sala. Só quem o moveu o traz de volta, antes da primeira mensagem.",
      });
    await tx
      .update(communityTopics)
      .set({
        boardId,
        movedBy: actor.id,
        movedAt: before?.movedAt ?? sql`now()`,
        writtenFor: before ? before.writtenFor : topic.board.degree,
        ...(await textIn(tx, topic, boardId)),
      })
      .where(eq(communityTopics.id, topicId));
    const posts = tx.select({ id: communityPosts.id }).from(communityPosts).where(eq(communityPosts.topicId, topicId));
    await tx.update(communityImages).set({ boardId }).where(inArray(communityImages.postId, posts));
    await indexTopics(tx, [topicId]);
    await announceTopic(tx, topic);
    await announceTopic(tx, { id: topicId, board: target });
    await audit(tx, actor, "community.topic-move", topic, {
      from: topic.board.name,
      to: target.name,
    });
  });
}

/** The member's own move of a topic, or the first of several, while nobody has written there since: all that is in it was written before. */
async function moveBefore(tx: Db, { id }: Actor, { id: topicId, movedBy, movedAt, writtenFor }: OpenTopic) {
  if (movedBy !== id || movedAt === null) return undefined;
  const since = sql`${communityPosts.topicId} = ${topicId} and greatest(${communityPosts.createdAt}, ${communityPosts.editedAt}) >= ${movedAt}`;
  return (await tx.$count(communityPosts, since)) === 0 ? { movedAt, writtenFor } : undefined;
}

/**
 * Takes posts out of a topic and makes a new one of them in the same board. They are numbered from one; their old numbers stay empty. Who had
 * read them has read them there, and their writers follow the new topic.
 * @returns the new topic's id, which is that of its first post
 * @throws AppError not_found, forbidden; invalid_input on `numbers` for posts that are not there
 */
export async function splitTopic(ctx: Ctx, topicId: string, { numbers, title }: SplitInput): Promise<string> {
  const actor = requireActor(ctx);
  return ctx.db.transaction(async (tx) => {
    const topic = await lockForModeration(tx, actor, topicId);
    const wanted = [...new Set(numbers)];
    const moved = await tx
      .select({
        id: communityPosts.id,
        number: communityPosts.number,
        authorId: communityPosts.authorId,
        createdAt: communityPosts.createdAt,
      })
      .from(communityPosts)
      .where(and(eq(communityPosts.topicId, topicId), inArray(communityPosts.number, wanted)))
      .orderBy(asc(communityPosts.number));
    if (moved.length < wanted.length)
      throw new AppError("invalid_input", {
        fields: { numbers: "Uma destas mensagens não está mais aqui. Recarregue a página." },
      });
    const { id, authorId, createdAt } = moved[0]!;
    const last = moved.at(-1)!;
    await tx.insert(communityTopics).values({
      id,
      boardId: topic.board.id,
      authorId,
      title,
      postCount: moved.length,
      lastNumber: moved.length,
      createdAt,
      hiddenAt: topic.hiddenAt,
    });
    for (const [index, post] of moved.entries())
      await tx
        .update(communityPosts)
        .set({ topicId: id, number: index + 1 })
        .where(eq(communityPosts.id, post.id));
    await leaveBehind(tx, topic, moved.length, wanted);
    for (const each of [topicId, id]) await settlePlace(tx, each);
    const writers = [...new Set(moved.flatMap((post) => post.authorId ?? []))];
    if (writers.length > 0)
      await tx
        .insert(communityFollows)
        .values(writers.map((userId) => ({ userId, topicId: id })))
        .onConflictDoNothing();
    await tx.execute(sql`
      insert into community_reads (user_id, topic_id, read_up_to, visited_at)
      select user_id, ${id}, ${moved.length}, visited_at from community_reads where topic_id = ${topicId} and read_up_to >= ${last.number}`);
    await indexTopics(tx, [topicId, id]);
    await announceTopic(tx, topic);
    await audit(tx, actor, "community.topic-split", topic, { posts: moved.length });
    return id;
  });
}

/** What is left of a topic: fewer posts, and no answer that has gone. */
async function leaveBehind(tx: Db, { id, answerNumber }: OpenTopic, gone: number, numbers: number[]): Promise<void> {
  await tx
    .update(communityTopics)
    .set({
      postCount: sql`${communityTopics.postCount} - ${gone}`,
      ...(answerNumber !== null && numbers.includes(answerNumber) && { answerNumber: null }),
    })
    .where(eq(communityTopics.id, id));
}

const audit = (tx: Db, actor: Actor, action: AuditAction, topic: OpenTopic, details: AuditDetails = {}) =>
  recordAudit(tx, {
    actorId: actor.id,
    action,
    targetType: "community-topic",
    targetId: topic.id,
    details: { board: topic.board.name, ...(topic.authorId && { memberId: topic.authorId }), ...details },
  });
