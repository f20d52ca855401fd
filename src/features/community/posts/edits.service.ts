import { asc, eq, inArray, sql } from "drizzle-orm";
import type { Db } from "#app/db/client.ts";
import { AppError } from "#app/lib/errors.ts";
import { type Ctx, requireActor } from "#app/server/context.ts";
import { judgePost, prepareToJudge } from "../moderation/holds.service.ts";
import { requireRules } from "../profile/profile.service.ts";
import { announceTopic } from "../topics/news.service.ts";
import { settlePlace } from "../topics/place.service.ts";
import { TITLE_OF_DELETED, takesPosts } from "../topics/topics.policy.ts";
import { communityTopics } from "../topics/topics.table.ts";
import { attachImages, dropImages } from "./images.service.ts";
import { indexPost } from "./indexing.service.ts";
import { lockPost, openPost, type PostRecord } from "./open-post.service.ts";
import type { Post, PostVersions } from "./posts.answers.ts";
import { mayDo } from "./posts.policy.ts";
import type { EditPostInput } from "./posts.schema.ts";
import { keepMentions } from "./posts.service.ts";
import { communityMentions, communityPosts, communityPostVersions } from "./posts.table.ts";
import { says } from "./quotes.ts";
import { readPost } from "./read-posts.service.ts";
import { renderForBoard } from "./rendering.service.ts";

/**
 * Changes the words of one's own post. What it said before can still be read.
 * @throws AppError not_found, forbidden, invalid_input, too_many_tries; conflict when it was changed since it was read, or its topic is closed
 */
export async function editPost(ctx: Ctx, postId: string, { source, version }: EditPostInput): Promise<Post> {
  const actor = requireActor(ctx);
  await ctx.limits.take("post", actor.id);
  const seen = await openPost(ctx.db, actor, postId);
  if (!seen.mine) throw new AppError("forbidden");
  await requireRules(ctx.db, actor);
  const text = await renderForBoard(ctx, source, seen.topic.board.degree);
  const judgedBy = await prepareToJudge(ctx);
  return ctx.db.transaction(async (tx) => {
    const { post, topic, mine } = await lockPost(tx, actor, postId);
    if (!mayDo({ state: post.state, mine, moderates: topic.moderates }, takesPosts(topic)).edit)
      throw new AppError("conflict", { message: "Esta mensagem não pode mais ser mudada." });
    requireVersion(post, version);
    if (post.source === source) return readPost(ctx, tx, topic, postId);
    const { html, excerpt, cards } = text;
    const stateReason = await judgePost(tx, actor, { ...topic, ...text, typed: [source], isNew: false }, judgedBy);
    // words that were held when they were changed have been seen by nobody, and are not to be read later
    if (post.state === "visible")
      await tx.insert(communityPostVersions).values({
        postId,
        version,
        source: post.source,
        html: post.html,
        createdAt: post.editedAt ?? post.createdAt,
      });
    await tx
      .update(communityPosts)
      .set({
        source,
        html,
        excerpt,
        cards,
        version: version + 1,
        editedAt: sql`clock_timestamp()`,
        ...(stateReason !== null && { state: "held" as const, stateReason }),
      })
      .where(eq(communityPosts.id, postId));
    if (stateReason !== null) await settlePlace(tx, topic.id);
    await emptyQuotes(tx, postId, html);
    await keepMentions(tx, postId, text.mentions);
    await attachImages(tx, actor, topic.board.id, postId, text.images);
    await indexPost(tx, postId);
    await announceTopic(tx, topic);
    return readPost(ctx, tx, topic, postId);
  });
}

/**
 * Takes the words of one's own post away, also where others quoted them, with what it said before, and of a first post with the topic's title; its
 * place stays.
 * @throws AppError not_found, forbidden; conflict when it was changed since it was read
 */
export async function deletePost(ctx: Ctx, postId: string, version: number): Promise<Post> {
  const actor = requireActor(ctx);
  return ctx.db.transaction(async (tx) => {
    const { post, topic, mine } = await lockPost(tx, actor, postId);
    if (!mayDo({ state: post.state, mine, moderates: topic.moderates }, true).delete) throw new AppError("forbidden");
    requireVersion(post, version);
    const left = {
      ...(post.number === 1 && { title: TITLE_OF_DELETED, retitledAt: null }),
      ...(topic.answerNumber === post.number && { answerNumber: null }),
    };
    // before the post goes from the search, which keeps it by a title that is shown
    if (Object.keys(left).length > 0) await tx.update(communityTopics).set(left).where(eq(communityTopics.id, topic.id));
    await eraseWords(tx, postId);
    await settlePlace(tx, topic.id);
    await announceTopic(tx, topic);
    return readPost(ctx, tx, topic, postId);
  });
}

/** @throws AppError conflict when it is another one */
function requireVersion(post: PostRecord, version: number): void {
  if (post.version === version) return;
  throw new AppError("conflict", {
    message: "Esta mensagem foi mudada em outra aba ou em outro aparelho. Copie o que escreveu, recarregue e compare.",
  });
}

/** Of those who quoted words that the post no longer says, the quotes are left without words. */
async function emptyQuotes(tx: Db, postId: string, html: string): Promise<void> {
  const quotes = await tx
    .select({ id: communityPosts.id, words: communityPosts.quote })
    .from(communityPosts)
    .where(eq(communityPosts.quotedPostId, postId));
  const gone = quotes.filter(({ words }) => !says(html, words!)).map(({ id }) => id);
  if (gone.length > 0) await tx.update(communityPosts).set({ quote: "" }).where(inArray(communityPosts.id, gone));
}

async function eraseWords(tx: Db, postId: string): Promise<void> {
  await tx
    .update(communityPosts)
    .set({
      source: "",
      html: "",
      excerpt: "",
      cards: [],
      state: "deleted",
      stateReason: null,
      quote: sql`case when ${communityPosts.quotedPostId} is null then null else '' end`,
    })
    .where(eq(communityPosts.id, postId));
  await tx.update(communityPosts).set({ quote: "" }).where(eq(communityPosts.quotedPostId, postId));
  await tx.delete(communityPostVersions).where(eq(communityPostVersions.postId, postId));
  await tx.delete(communityMentions).where(eq(communityMentions.postId, postId));
  await dropImages(tx, postId);
  await indexPost(tx, postId);
}

/** What a post says and said, oldest first. @throws AppError not_found */
export async function listVersions(ctx: Ctx, postId: string): Promise<PostVersions> {
  const { post } = await openPost(ctx.db, requireActor(ctx), postId);
  const rows = await ctx.db
    .select({ version: communityPostVersions.version, html: communityPostVersions.html, at: communityPostVersions.createdAt })
    .from(communityPostVersions)
    .where(eq(communityPostVersions.postId, postId))
    .orderBy(asc(communityPostVersions.version));
  const now = { version: post.version, html: post.html, at: post.editedAt ?? post.createdAt };
  return { versions: [...rows, now].map(({ at, ...each }) => ({ ...each, at: at.toISOString() })) };
}
