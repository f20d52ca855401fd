import { and, asc, desc, eq, getTableColumns, gte, lt, notInArray, type Placeholder, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { type Db, preparedOnce, QUICK } from "#app/db/client.ts";
import { profiles } from "#app/features/account/account.table.ts";
import { AppError } from "#app/lib/errors.ts";
import { type Actor, type Ctx, requireActor } from "#app/server/context.ts";
import { judgePost } from "../moderation/holds.service.ts";
import { communityWords } from "../moderation/moderation.table.ts";
import type { Shingles } from "../moderation/shingles.ts";
import { authorColumns, authorProfiles, authors, presentAuthor } from "../profile/author.ts";
import { defaultName } from "../profile/names.policy.ts";
import { communityProfiles } from "../profile/profile.table.ts";
import { announceTopics } from "../topics/news.service.ts";
import type { OpenTopic } from "../topics/open-topic.service.ts";
import { takesPosts } from "../topics/topics.policy.ts";
import { communityTopics } from "../topics/topics.table.ts";
import { cardFor } from "./cards.service.ts";
import { attachImages } from "./images.service.ts";
import type { Post } from "./posts.answers.ts";
import { mayDo, seesWords } from "./posts.policy.ts";
import type { NewPostInput, Reaction } from "./posts.schema.ts";
import { communityMentions, communityPosts, communityReactions } from "./posts.table.ts";
import { says } from "./quotes.ts";
import type { PostText } from "./rendering.service.ts";
import { type PostToWrite, type WrittenPost, writePosts } from "./write-posts.service.ts";

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
      addressed: sql<boolean>`${communityPosts.authorId} = ${userId} and exists (select from ${communityWords} w where w.post_id = ${communityPosts.id})`,
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
    addressed: mine && row.addressed,
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

type NewlyWritten = { row: PostToWrite; written: WrittenPost; profile: typeof communityProfiles.$inferSelect };

/** The same of one's own plain reply that has just been written, without reading it. */
export function presentNewPost(ctx: Ctx, topic: OpenTopic, { row, written, profile }: NewlyWritten): Post {
  const { name, degree, lodge } = requireActor(ctx);
  const { authorId, source } = row;
  const counts = { usefulCount: 0, agreeCount: 0, thanksCount: 0 };
  return presentPost(ctx, topic, {
    post: { ...row, ...written, ...counts, state: "visible", version: 1, editedAt: null },
    source,
    authorId,
    authorFullName: name,
    authorDegree: degree,
    authorLodge: lodge,
    authorDisplayName: profile.displayName,
    authorShowsLodge: profile.showLodge,
    addressed: false,
    reacted: [],
    quotedNumber: null,
    quotedState: null,
    quotedName: null,
    quotedDisplayName: null,
  });
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
  source: string;
  text: PostText;
  quote: { postId: string; words: string } | null;
  judgedBy: Shingles;
};

/** Adds a post to a topic that is locked by the transaction. */
export async function addPost(ctx: Ctx, tx: Db, topic: OpenTopic, post: NewPost): Promise<void> {
  const actor = requireActor(ctx);
  const { id, source, text, quote, judgedBy } = post;
  const opens = topic.lastNumber === 0;
  const typed = [opens ? topic.title : "", source, quote?.words ?? ""];
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
  await announceTopics(
    tx,
    posts.map(({ topic }) => topic),
  );
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
