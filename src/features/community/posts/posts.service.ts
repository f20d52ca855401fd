import { and, eq, notInArray } from "drizzle-orm";
import type { Db } from "#app/db/client.ts";
import { AppError } from "#app/lib/errors.ts";
import { type Actor, type Ctx, requireActor } from "#app/server/context.ts";
import { judgePost } from "../moderation/holds.service.ts";
import type { Shingles } from "../moderation/shingles.ts";
import { announceTopics } from "../topics/news.service.ts";
import type { OpenTopic } from "../topics/open-topic.service.ts";
import { communityTopics } from "../topics/topics.table.ts";
import { attachImages } from "./images.service.ts";
import type { NewPostInput } from "./posts.schema.ts";
import { communityMentions, communityPosts } from "./posts.table.ts";
import { says } from "./quotes.ts";
import type { PostText } from "./rendering.service.ts";
import { type PostToWrite, writePosts } from "./write-posts.service.ts";

/** Whether the member has written this already. @throws AppError conflict where the id is another's */
export async function findWritten(tx: Db, actor: Actor, id: string): Promise<boolean> {
  const [post] = await tx.select({ authorId: communityPosts.authorId }).from(communityPosts).where(eq(communityPosts.id, id));
  if (post && post.authorId !== actor.id) throw new AppError("conflict");
  return post !== undefined;
}

/** The post that is quoted, if its words can be seen and are these. @throws AppError conflict */
export async function findQuoted(
  tx: Db,
  topicId: string,
  { number, words }: NonNullable<NewPostInput["quote"]>,
): Promise<string> {
  const [post] = await tx
    .select({ id: communityPosts.id, html: communityPosts.html })
    .from(communityPosts)
    .where(and(eq(communityPosts.topicId, topicId), eq(communityPosts.number, number), eq(communityPosts.state, "visible")));
  if (post && says(post.html, words)) return post.id;
  const what = post ? `não diz mais o trecho citado` : `não está mais aberta a citações`;
  throw new AppError("conflict", { message: `A mensagem ${number} ${what}. Retire a citação, ou cite de novo, e envie.` });
}

type NewPost = {
  id: string;
  /** Of the topic that it opens. */
  title?: string;
  source: string;
  text: PostText;
  quote: { postId: string; words: string } | null;
  judgedBy: Shingles;
};

/** Adds a post to a topic that is locked by the transaction. */
export async function addPost(ctx: Ctx, tx: Db, topic: OpenTopic, post: NewPost): Promise<void> {
  const actor = requireActor(ctx);
  const { id, title = "", source, text, quote, judgedBy } = post;
  const opens = topic.lastNumber === 0;
  const typed = [title, source, quote?.words ?? ""];
  const stateReason = await judgePost(tx, actor, { ...topic, ...text, typed, isNew: true }, judgedBy);
  const [written] = await writePosts(tx, [rowOf(actor, topic, { ...post, stateReason })], "held");
  if (opens && stateReason !== null)
    await tx.update(communityTopics).set({ hiddenAt: written!.createdAt }).where(eq(communityTopics.id, topic.id)); // its title says something as well
  await attachImages(tx, actor, topic.board.id, id, text.images);
  if (stateReason === null) await publishPosts(ctx, tx, [{ id, topic }]);
}

/** As the statement takes it. */
export function rowOf(
  actor: Actor,
  topic: OpenTopic,
  post: Omit<NewPost, "judgedBy"> & { stateReason: string | null },
): PostToWrite {
  const { id, source, quote, stateReason } = post;
  const { html, excerpt, cards, mentions } = post.text;
  return {
    id,
    topicId: topic.id,
    boardId: topic.board.id,
    authorId: actor.id,
    source,
    html,
    excerpt,
    cards,
    mentions,
    stateReason,
    quotedPostId: quote?.postId ?? null,
    quote: quote?.words ?? null,
    draftPlace: topic.lastNumber === 0 ? `board:${topic.board.id}` : `topic:${topic.id}`,
  };
}

/**
 * Tells open pages of posts that everybody in their boards sees from now on; a task tells those who follow and lets them be found
 * (tell-of-posts.ts).
 */
export async function publishPosts(
  { jobs }: Pick<Ctx, "jobs">,
  tx: Db,
  posts: { id: string; topic: OpenTopic }[],
): Promise<void> {
  await jobs.send(tx, "tell-of-posts", { postIds: posts.map(({ id }) => id) });
  await announceTopics(tx, [...new Map(posts.map(({ topic }) => [topic.id, topic])).values()]);
}

/** Writes down whom a post names. */
export async function keepMentions(tx: Db, postId: string, userIds: string[]): Promise<void> {
  await tx
    .delete(communityMentions)
    .where(
      and(eq(communityMentions.postId, postId), userIds.length > 0 ? notInArray(communityMentions.userId, userIds) : undefined),
    );
  if (userIds.length > 0)
    await tx
      .insert(communityMentions)
      .values(userIds.map((userId) => ({ postId, userId })))
      .onConflictDoNothing();
}
