import { and, asc, desc, eq, getTableColumns, gte, lt, notInArray, type Placeholder, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { type Db, preparedOnce, QUICK } from "#app/db/client.ts";
import { profiles } from "#app/features/account/account.table.ts";
import { AppError } from "#app/lib/errors.ts";
import { type Actor, type Ctx, requireActor } from "#app/server/context.ts";
import { beginFirstDay, judgePost, prepareToJudge } from "../moderation/holds.service.ts";
import { authorColumns, authorProfiles, authors, presentAuthor } from "../profile/author.ts";
import { defaultName } from "../profile/names.policy.ts";
import { requireRules } from "../profile/profile.service.ts";
import { communityProfiles } from "../profile/profile.table.ts";
import { announceTopic } from "../topics/news.service.ts";
import { lockTopic, type OpenTopic, openTopic } from "../topics/open-topic.service.ts";
import { takesPosts } from "../topics/topics.policy.ts";
import { communityFollows, communityReads, communityTopics } from "../topics/topics.table.ts";
import { cardFor } from "./cards.service.ts";
import { attachImages } from "./images.service.ts";
import { indexPost } from "./indexing.service.ts";
import type { Post } from "./posts.answers.ts";
import { mayDo, seesWords } from "./posts.policy.ts";
import type { NewPostInput, Reaction } from "./posts.schema.ts";
import { communityDrafts, communityMentions, communityPosts, communityReactions } from "./posts.table.ts";
import { says } from "./quotes.ts";
import { type PostText, renderForBoard } from "./rendering.service.ts";

export const PAGE_SIZE = 20;

const quoted = alias(communityPosts, "quoted");
const quotedAuthors = alias(profiles, "quoted_authors");
const quotedProfiles = alias(communityProfiles, "quoted_profiles");

/** What was written is for its author alone. */
const { source, ...columns } = getTableColumns(communityPosts);

const selectPosts = (db: Db, userId: string | Placeholder) =>
  db
    .select({
      post: columns,
      source: sql<string | null>`case when ${communityPosts.authorId} = ${userId} then ${source} end`,
      ...authorColumns,
      reacted: sql<
        Reaction[]
      >`array(select r.kind from ${communityReactions} r where r.post_id = ${communityPosts.id} and r.user_id = ${userId})`,
      quotedNumber: quoted.number,
      quotedState: quoted.state,
      quotedName: quotedAuthors.name,
      quotedDisplayName: quotedProfiles.displayName,
    })
    .from(communityPosts)
    .leftJoin(authors, eq(authors.id, communityPosts.authorId))
    .leftJoin(authorProfiles, eq(authorProfiles.userId, communityPosts.authorId))
    // of the same topic: one that was split off may be where this reader does not see it
    .leftJoin(quoted, and(eq(quoted.id, communityPosts.quotedPostId), eq(quoted.topicId, communityPosts.topicId)))
    .leftJoin(quotedAuthors, eq(quotedAuthors.id, quoted.authorId))
    .leftJoin(quotedProfiles, eq(quotedProfiles.userId, quoted.authorId));

type PostRow = Awaited<ReturnType<typeof selectPosts>>[number];

/** A post as this reader sees it. Words that he may not see do not leave the server. */
export function presentPost(ctx: Ctx, topic: OpenTopic, row: PostRow): Post {
  const actor = requireActor(ctx);
  const { post } = row;
  const { id, number, state, version } = post;
  const mine = post.authorId === actor.id;
  const facts = { state, mine, moderates: topic.moderates };
  const shown = seesWords(facts);
  const quote =
    post.quote === null || row.quotedNumber === null || !shown
      ? null
      : {
          number: row.quotedNumber,
          name: row.quotedName === null ? null : (row.quotedDisplayName ?? defaultName(row.quotedName)),
          words: row.quotedState === "visible" && post.quote ? post.quote : null,
        };
  return {
    id,
    number,
    state,
    stateReason: shown && state !== "visible" ? post.stateReason : null,
    author: presentAuthor(row),
    mine,
    at: post.createdAt.toISOString(),
    editedAt: shown && post.editedAt ? post.editedAt.toISOString() : null,
    version,
    html: shown ? post.html : null,
    source: shown && mine ? row.source : null,
    cards: shown ? post.cards.flatMap((ref) => cardFor(ref, ctx.catalogue(), actor.degree) ?? []) : [],
    quote,
    reactions: { useful: post.usefulCount, agree: post.agreeCount, thanks: post.thanksCount },
    reacted: row.reacted,
    can: mayDo(facts, takesPosts(topic)),
  };
}

const inTopic = eq(communityPosts.topicId, sql.placeholder("topicId"));

const fromQuery = preparedOnce((db: Db) =>
  selectPosts(db, sql.placeholder("userId"))
    .where(and(inTopic, gte(communityPosts.number, sql.placeholder("from"))))
    .orderBy(asc(communityPosts.number))
    .limit(PAGE_SIZE + 1)
    .prepare(`${QUICK}posts_from`),
);

const beforeQuery = preparedOnce((db: Db) =>
  selectPosts(db, sql.placeholder("userId"))
    .where(and(inTopic, lt(communityPosts.number, sql.placeholder("before"))))
    .orderBy(desc(communityPosts.number))
    .limit(PAGE_SIZE + 1)
    .prepare(`${QUICK}posts_before`),
);

/** Up to a page of a topic's posts and one more, from a number on, or those before a number, last first. */
export const readPosts = (
  db: Db,
  { id: userId }: Actor,
  topicId: string,
  place: { from: number } | { before: number },
): Promise<PostRow[]> => ("from" in place ? fromQuery(db) : beforeQuery(db)).execute({ userId, topicId, ...place });

export async function readPost(ctx: Ctx, db: Db, topic: OpenTopic, postId: string): Promise<Post> {
  const [row] = await selectPosts(db, requireActor(ctx).id).where(eq(communityPosts.id, postId));
  return presentPost(ctx, topic, row!);
}

/**
 * Writes a reply; its writer counts as having read what came before, and follows the topic unless he has left it. Sent again under the
 * same id it is the reply that was written.
 * @throws AppError not_found, too_many_tries, invalid_input, rules_unaccepted; conflict where no replies are taken, or the topic was moved
 */
export async function writeReply(ctx: Ctx, topicId: string, { id, source, boardId, quote }: NewPostInput): Promise<Post> {
  const actor = requireActor(ctx);
  await ctx.limits.take("post", actor.id);
  const { board } = await openTopic(ctx.db, actor, topicId);
  const text = await renderForBoard(ctx, source, board.degree); // before the topic is locked, as it may take a while
  await prepareToJudge(ctx);
  return ctx.db.transaction(async (tx) => {
    const topic = await lockTopic(tx, actor, topicId);
    const written = await findWritten(tx, actor, id);
    if (written) return readPost(ctx, tx, topic, id);
    await requireRules(tx, actor);
    if (topic.board.id !== boardId)
      throw new AppError("conflict", {
        message: `Este assunto foi movido para a sala ${topic.board.name}. Veja se o que escreveu cabe ali, e envie de novo.`,
      });
    if (!takesPosts(topic))
      throw new AppError("conflict", {
        message: "Este assunto está fechado a novas respostas. O que você escreveu continua no rascunho.",
      });
    const quotedPostId = quote && (await findQuoted(tx, topicId, quote));
    await addPost(ctx, tx, topic, {
      id,
      source,
      text,
      quote: quote && quotedPostId ? { postId: quotedPostId, words: quote.words } : null,
    });
    return readPost(ctx, tx, topic, id);
  });
}

/** Whether the member has written this already. @throws AppError conflict where the id is another's */
export async function findWritten(tx: Db, actor: Actor, id: string): Promise<boolean> {
  const [post] = await tx.select({ authorId: communityPosts.authorId }).from(communityPosts).where(eq(communityPosts.id, id));
  if (post && post.authorId !== actor.id) throw new AppError("conflict");
  return post !== undefined;
}

/** The post that is quoted, if its words can be seen and are these. @throws AppError conflict */
async function findQuoted(tx: Db, topicId: string, { number, words }: NonNullable<NewPostInput["quote"]>): Promise<string> {
  const [post] = await tx
    .select({ id: communityPosts.id, html: communityPosts.html })
    .from(communityPosts)
    .where(and(eq(communityPosts.topicId, topicId), eq(communityPosts.number, number), eq(communityPosts.state, "visible")));
  if (post && says(post.html, words)) return post.id;
  const what = post ? `não diz mais o trecho citado` : `não está mais aberta a citações`;
  throw new AppError("conflict", { message: `A mensagem ${number} ${what}. Retire a citação, ou cite de novo, e envie.` });
}

type NewPost = { id: string; source: string; text: PostText; quote: { postId: string; words: string } | null };

/** Adds a post to a topic that is locked by the transaction. */
export async function addPost(ctx: Ctx, tx: Db, topic: OpenTopic, { id, source, text, quote }: NewPost): Promise<void> {
  const actor = requireActor(ctx);
  const number = topic.lastNumber + 1;
  const typed = [number === 1 ? topic.title : "", source, quote?.words ?? ""];
  const stateReason = await judgePost(ctx, tx, { ...topic, ...text, typed, isNew: true });
  const { html, excerpt, cards } = text;
  const quoteColumns = quote && { quotedPostId: quote.postId, quote: quote.words };
  const [post] = await tx
    .insert(communityPosts)
    .values({
      id,
      topicId: topic.id,
      number,
      authorId: actor.id,
      source,
      html,
      excerpt,
      cards,
      ...quoteColumns,
      ...(stateReason !== null && { state: "held" as const, stateReason }),
      createdAt: sql`clock_timestamp()`,
    })
    .returning({ createdAt: communityPosts.createdAt });
  await tx
    .update(communityTopics)
    .set({
      lastNumber: number,
      postCount: sql`${communityTopics.postCount} + 1`,
      lastPostAt: post!.createdAt,
      ...(number === 1 && stateReason !== null && { hiddenAt: post!.createdAt }), // its title says something as well
    })
    .where(eq(communityTopics.id, topic.id));
  await keepMentions(tx, id, text.mentions);
  await attachImages(tx, actor, topic.board.id, id, text.images);
  await noteWriter(tx, actor, topic, number);
  if (stateReason === null) await publishPost(ctx, tx, topic, id);
}

/** Its writer has read what came before, follows the topic unless he has left it, and his draft is sent. */
async function noteWriter(tx: Db, actor: Actor, topic: OpenTopic, number: number): Promise<void> {
  const userId = actor.id;
  await tx.insert(communityFollows).values({ userId, topicId: topic.id }).onConflictDoNothing();
  await tx
    .insert(communityReads)
    .values({ userId, topicId: topic.id, readUpTo: number })
    .onConflictDoUpdate({
      target: [communityReads.userId, communityReads.topicId],
      set: { readUpTo: number, visitedAt: sql`now()` },
    });
  await beginFirstDay(tx, actor);
  const place = number === 1 ? `board:${topic.board.id}` : `topic:${topic.id}`;
  await tx.delete(communityDrafts).where(and(eq(communityDrafts.userId, userId), eq(communityDrafts.place, place)));
}

/** Tells of a post that everybody in its board sees from now on, and lets it be found. */
export async function publishPost({ jobs }: Pick<Ctx, "jobs">, tx: Db, topic: OpenTopic, postId: string): Promise<void> {
  await indexPost(tx, postId);
  await jobs.send(tx, "tell-of-post", { postId });
  await announceTopic(tx, topic);
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
