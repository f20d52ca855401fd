import { and, desc, eq, isNull, type Placeholder, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { type Db, preparedOnce, QUICK } from "#app/db/client.ts";
import { profiles } from "#app/features/account/account.table.ts";
import { AppError } from "#app/lib/errors.ts";
import { type Actor, type Ctx, requireActor } from "#app/server/context.ts";
import { keyset } from "#app/server/keyset.ts";
import { moderates, type OpenBoard, openBoard } from "../boards/boards.service.ts";
import { communityBoards } from "../boards/boards.table.ts";
import { prepareToJudge } from "../moderation/holds.service.ts";
import { cardFor } from "../posts/cards.service.ts";
import type { Card } from "../posts/posts.answers.ts";
import type { PostState, PostsInput } from "../posts/posts.schema.ts";
import { addPost, findWritten } from "../posts/posts.service.ts";
import { communityDrafts, communityPosts } from "../posts/posts.table.ts";
import { PAGE_SIZE as POSTS_SIZE, presentPost, readPosts } from "../posts/read-posts.service.ts";
import { renderForBoard } from "../posts/rendering.service.ts";
import { authorColumns, authorProfiles, authors, presentAuthor } from "../profile/author.ts";
import { defaultName } from "../profile/names.policy.ts";
import { requireRules } from "../profile/profile.service.ts";
import { communityProfiles } from "../profile/profile.table.ts";
import { type OpenTopic, openTopic, requireReadable } from "./open-topic.service.ts";
import { firstStateOf } from "./titles.service.ts";
import type { ListedTopic, NewTopic, TopicHead, TopicPage, TopicsPage } from "./topics.answers.ts";
import { shownTitle, takesPosts } from "./topics.policy.ts";
import type { NewTopicInput, TopicsInput } from "./topics.schema.ts";
import { communityFollows, communityReads, communityTopics } from "./topics.table.ts";

const PAGE_SIZE = 20;
/** Of the prepared statements. */
const ofReader = sql.placeholder("userId");

const activity = [
  [communityTopics.pinned, "boolean"],
  [communityTopics.lastPostAt, "timestamptz"],
  [communityTopics.id, "uuid"],
] as const;
const latestFirst = keyset("descending", ...activity);
const earliestFirst = keyset("ascending", ...activity);

const lastAuthors = alias(profiles, "last_authors");
const lastProfiles = alias(communityProfiles, "last_profiles");

/** The last post of the query's topic whose words everybody sees. */
const lastPost = (db: Db) =>
  db
    .select({
      number: communityPosts.number,
      excerpt: communityPosts.excerpt,
      createdAt: sql<string>`${communityPosts.createdAt}`.as("last_created_at"),
      name: sql<string | null>`${lastAuthors.name}`.as("last_name"),
      displayName: sql<string | null>`${lastProfiles.displayName}`.as("last_display_name"),
    })
    .from(communityPosts)
    .leftJoin(lastAuthors, eq(lastAuthors.id, communityPosts.authorId))
    .leftJoin(lastProfiles, eq(lastProfiles.userId, communityPosts.authorId))
    .where(and(eq(communityPosts.topicId, communityTopics.id), eq(communityPosts.state, "visible")))
    .orderBy(desc(communityPosts.number))
    .limit(1)
    .as("last");

/** A page of a board's topics and one more. */
function selectTopics(db: Db, boardId: string | Placeholder, userId: string | Placeholder, place: Place) {
  const last = lastPost(db);
  return db
    .select({
      topic: communityTopics,
      firstState: firstStateOf(),
      ...authorColumns,
      readUpTo: communityReads.readUpTo,
      following: sql<boolean>`coalesce(${communityFollows.following}, false)`,
      lastNumber: last.number,
      lastExcerpt: last.excerpt,
      lastAt: last.createdAt,
      lastName: last.name,
      lastDisplayName: last.displayName,
      cursor: latestFirst.cursor,
    })
    .from(communityTopics)
    .leftJoin(authors, eq(authors.id, communityTopics.authorId))
    .leftJoin(authorProfiles, eq(authorProfiles.userId, communityTopics.authorId))
    .leftJoin(communityReads, and(eq(communityReads.topicId, communityTopics.id), eq(communityReads.userId, userId)))
    .leftJoin(communityFollows, and(eq(communityFollows.topicId, communityTopics.id), eq(communityFollows.userId, userId)))
    .leftJoinLateral(last, sql`true`)
    .where(and(eq(communityTopics.boardId, boardId), isNull(communityTopics.hiddenAt), place.where))
    .orderBy(...place.orderBy)
    .limit(PAGE_SIZE + 1);
}

type Place = { where: SQL | undefined; orderBy: SQL[] };

/** The first page is what is mostly asked for; its many joins take longer to plan than to read. */
const firstTopicsQuery = preparedOnce((db: Db) =>
  selectTopics(db, sql.placeholder("boardId"), ofReader, { where: undefined, orderBy: latestFirst.orderBy }).prepare(
    `${QUICK}first_topics`,
  ),
);

/** A page of a board's topics, pinned ones first, then by their last post. @throws AppError not_found; invalid_input on the cursor */
export async function listTopics(ctx: Ctx, boardId: string, { after, before }: TopicsInput): Promise<TopicsPage> {
  const actor = requireActor(ctx);
  const backwards = before !== undefined;
  const order = backwards ? earliestFirst : latestFirst;
  const board = await openBoard(ctx.db, actor, boardId);
  const rows =
    backwards || after !== undefined
      ? await selectTopics(ctx.db, boardId, actor.id, { where: order.behind(before ?? after), orderBy: order.orderBy })
      : await firstTopicsQuery(ctx.db).execute({ boardId, userId: actor.id });
  const more = rows.length > PAGE_SIZE;
  const page = rows.slice(0, PAGE_SIZE);
  if (backwards) page.reverse();
  const present = (row: (typeof rows)[number]): ListedTopic => {
    const { topic, readUpTo } = row;
    const { lastVisitAt } = board;
    const isSinceVisit = (at: Date) => readUpTo === null && lastVisitAt !== null && at > lastVisitAt;
    const lastNumber = row.lastNumber ?? 0; // posts behind it have words that nobody sees yet
    return {
      id: topic.id,
      title: titleFor(actor, row, board.moderates),
      author: presentAuthor(row),
      at: topic.createdAt.toISOString(),
      text: textOf(ctx, topic),
      replies: topic.postCount - 1,
      news: readUpTo !== null ? Math.max(0, lastNumber - readUpTo) : isSinceVisit(topic.lastPostAt) ? lastNumber : 0,
      isNew: isSinceVisit(topic.createdAt),
      lastAt: topic.lastPostAt.toISOString(),
      last:
        row.lastNumber === null
          ? null
          : {
              number: row.lastNumber,
              name: row.lastName && (row.lastDisplayName ?? defaultName(row.lastName)),
              at: new Date(row.lastAt!).toISOString(),
              excerpt: row.lastExcerpt!,
            },
      answered: topic.answerNumber !== null,
      locked: topic.lockedAt !== null,
      pinned: topic.pinned,
      following: row.following,
    };
  };
  return {
    topics: page.map(present),
    next: backwards || more ? (page.at(-1)?.cursor ?? null) : null,
    previous: (backwards ? more : after !== undefined) ? (page[0]?.cursor ?? null) : null,
    lastVisitAt: board.lastVisitAt?.toISOString() ?? null,
  };
}

type TitledRow = { topic: typeof communityTopics.$inferSelect; firstState: PostState };

const titleFor = ({ id }: Actor, { topic: { title, retitledAt, authorId }, firstState }: TitledRow, moderates: boolean): string =>
  shownTitle({ title, retitledAt, firstState, mine: authorId === id, moderates });

/** The lesson or study that a topic is about, where the reader may read it. */
function textOf(ctx: Ctx, { textKind, textId }: { textKind: OpenTopic["textKind"]; textId: string | null }): Card | null {
  if (!textKind || !textId) return null;
  return cardFor({ kind: textKind, id: textId }, ctx.catalogue(), requireActor(ctx).degree) ?? null;
}

/**
 * Opens a topic with its first post, and follows it. Sent again under the same id it is the topic that was opened.
 * @param options.keepsDraft when the member wrote it elsewhere than in the board's form, whose draft stays
 * @throws AppError not_found, too_many_tries, invalid_input, rules_unaccepted; conflict where the board is closed, or has a topic of this text
 */
export async function openNewTopic(
  ctx: Ctx,
  boardId: string,
  { id, title, source, text }: NewTopicInput,
  { keepsDraft = false } = {},
): Promise<NewTopic> {
  const actor = requireActor(ctx);
  await ctx.limits.take("topic", actor.id);
  const board = await openBoard(ctx.db, actor, boardId);
  if (text && !cardFor({ kind: text.kind, id: text.textId }, ctx.catalogue(), board.degree ?? "aprendiz"))
    throw new AppError("not_found");
  const rendered = await renderForBoard(ctx, source, board.degree);
  const judgedBy = await prepareToJudge(ctx);
  return ctx.db.transaction(async (tx) => {
    const isWritten = await findWritten(tx, actor, id);
    if (!isWritten) {
      await requireRules(tx, actor);
      if (board.closedAt && !board.moderates)
        throw new AppError("conflict", {
          message: "Esta sala está fechada a novos assuntos. O que você escreveu continua no rascunho.",
        });
      const [topic] = await tx
        .insert(communityTopics)
        .values({ id, boardId, authorId: actor.id, title, ...(text && { textKind: text.kind, textId: text.textId }) })
        .onConflictDoNothing()
        .returning();
      if (topic)
        await addPost(ctx, tx, openOf(topic, board), { id, title, source, text: rendered, quote: null, judgedBy, keepsDraft });
      else if (!(await findWritten(tx, actor, id)))
        throw new AppError("conflict", { message: "Já há um assunto sobre este texto nesta sala. Abra-o, e escreva ali." });
    }
    const [post] = await tx
      .select({ id: communityPosts.topicId, state: communityPosts.state, stateReason: communityPosts.stateReason })
      .from(communityPosts)
      .where(eq(communityPosts.id, id));
    if (isWritten) await openTopic(tx, actor, post!.id); // it may be out of their reach by now
    return post!;
  });
}

const openOf = (topic: typeof communityTopics.$inferSelect, board: OpenBoard): OpenTopic => ({
  ...topic,
  board,
  closedAt: board.closedAt,
  moderates: board.moderates,
});

/** A topic with what its page says to this reader. */
const headQuery = preparedOnce((db: Db) =>
  db
    .select({
      topic: communityTopics,
      firstState: firstStateOf(),
      board: communityBoards,
      moderates: moderates({ id: ofReader, role: sql.placeholder("role") }),
      ...authorColumns,
      readUpTo: communityReads.readUpTo,
      following: sql<boolean>`coalesce(${communityFollows.following}, false)`,
      draft: communityDrafts,
      displayName: communityProfiles.displayName,
      rulesAcceptedAt: communityProfiles.rulesAcceptedAt,
    })
    .from(communityTopics)
    .innerJoin(communityBoards, eq(communityBoards.id, communityTopics.boardId))
    .leftJoin(authors, eq(authors.id, communityTopics.authorId))
    .leftJoin(authorProfiles, eq(authorProfiles.userId, communityTopics.authorId))
    .leftJoin(communityReads, and(eq(communityReads.topicId, communityTopics.id), eq(communityReads.userId, ofReader)))
    .leftJoin(communityFollows, and(eq(communityFollows.topicId, communityTopics.id), eq(communityFollows.userId, ofReader)))
    .leftJoin(
      communityDrafts,
      and(eq(communityDrafts.userId, ofReader), eq(communityDrafts.place, sql`'topic:' || ${communityTopics.id}::text`)),
    )
    .leftJoin(communityProfiles, eq(communityProfiles.userId, ofReader))
    .where(eq(communityTopics.id, sql.placeholder("topicId")))
    .prepare(`${QUICK}topic_head`),
);

/** A topic with a page of its posts: two queries, which go together unless it is read from the first unread post on. @throws AppError not_found */
export async function readTopic(ctx: Ctx, topicId: string, { from, before, after }: PostsInput): Promise<TopicPage> {
  const actor = requireActor(ctx);
  const backwards = before !== undefined;
  const readFrom = (number: number) => readPosts(ctx.db, actor, topicId, { from: number });
  const [[row], known] = await Promise.all([
    headQuery(ctx.db).execute({ topicId, userId: actor.id, role: actor.role }),
    backwards ? readPosts(ctx.db, actor, topicId, { before }) : from === "new" ? null : readFrom(from ?? (after ?? -1) + 1),
  ]);
  const topic = requireReadable(actor, row);
  const { readUpTo, following, draft, displayName, rulesAcceptedAt } = row!;
  const rows = known ?? (await readFrom(Math.min((readUpTo ?? 0) + 1, topic.lastNumber)));
  const page = rows.slice(0, POSTS_SIZE);
  const more = rows.length > POSTS_SIZE;
  if (backwards) page.reverse();
  const head: TopicHead = {
    id: topic.id,
    title: titleFor(actor, row!, topic.moderates),
    board: { id: topic.board.id, name: topic.board.name, degree: topic.board.degree },
    text: textOf(ctx, topic),
    author: presentAuthor(row!),
    at: topic.createdAt.toISOString(),
    replies: topic.postCount - 1,
    lastNumber: topic.lastNumber,
    answerNumber: topic.answerNumber,
    locked: topic.lockedAt !== null,
    pinned: topic.pinned,
    hidden: topic.hiddenAt !== null,
    following,
    readUpTo: readUpTo ?? 0,
    draft: draft && { body: draft.body, version: draft.version, updatedAt: draft.updatedAt.toISOString() },
    name: displayName ?? defaultName(actor.name),
    can: {
      reply: takesPosts(topic),
      rules: rulesAcceptedAt !== null,
      answer: topic.authorId === actor.id || topic.moderates,
      moderate: topic.moderates,
    },
  };
  return {
    topic: head,
    posts: page.map((each) => presentPost(ctx, topic, each)),
    before: backwards ? more : (page[0]?.number ?? 1) > 1,
    after: backwards ? (page.at(-1)?.number ?? topic.lastNumber) < topic.lastNumber : more,
  };
}
