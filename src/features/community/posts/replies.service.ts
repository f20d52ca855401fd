import { eq, sql } from "drizzle-orm";
import { batched, inOrder, numbered } from "#app/db/batch.ts";
import { type Db, preparedOnce, QUICK } from "#app/db/client.ts";
import { AppError } from "#app/lib/errors.ts";
import { type Actor, type Ctx, requireActor } from "#app/server/context.ts";
import { moderatesAsAsked } from "../boards/boards.service.ts";
import { communityBoards } from "../boards/boards.table.ts";
import { judgeWords, prepareToJudge } from "../moderation/holds.service.ts";
import { isFirstDay } from "../moderation/moderation.policy.ts";
import type { Shingles } from "../moderation/shingles.ts";
import { requireRules } from "../profile/profile.service.ts";
import { communityProfiles } from "../profile/profile.table.ts";
import { lockTopic, type OpenTopic, openTopic, requireReadable } from "../topics/open-topic.service.ts";
import { takesPosts } from "../topics/topics.policy.ts";
import { communityTopics } from "../topics/topics.table.ts";
import type { Post } from "./posts.answers.ts";
import type { NewPostInput } from "./posts.schema.ts";
import { addPost, findQuoted, findWritten, publishPosts, rowOf } from "./posts.service.ts";
import { communityPosts } from "./posts.table.ts";
import { presentNewPost, readPost } from "./read-posts.service.ts";
import { type PostText, renderForBoard } from "./rendering.service.ts";
import { type PostToWrite, type WrittenPost, writePosts } from "./write-posts.service.ts";

/**
 * Writes a reply; its writer counts as having read what came before, and follows the topic unless he has left it. Sent again under the
 * same id it is the reply that was written.
 *
 * Most replies share a statement with those that arrive at the same time. What needs more than that, or did not fit, is written in a transaction of its own,
 * which also says why it cannot be.
 * @throws AppError not_found, too_many_tries, invalid_input, rules_unaccepted; conflict where no replies are taken, or the topic was moved
 */
export async function writeReply(ctx: Ctx, topicId: string, reply: NewPostInput): Promise<Post> {
  const actor = requireActor(ctx);
  await ctx.limits.take("post", actor.id);
  const place = await readPlace(ctx.db, { topicId, userId: actor.id, isAdmin: actor.role === "admin", postId: reply.id });
  const topic = requireReadable(actor, place);
  // before the topic is locked, as both may take a while
  const text = await renderForBoard(ctx, reply.source, topic.board.degree);
  const judgedBy = await prepareToJudge(ctx);
  const { id, source } = reply;
  if (isPlain(reply, text, topic, place!) && judgeWords({ ...topic, ...text, typed: [source] }, judgedBy) === null) {
    const row = rowOf(actor, topic, { id, source, text, quote: null, stateReason: null });
    const written = await writeTogether(ctx.db, { ctx, topic, row }).catch((error) => {
      ctx.log.warn({ err: error, requestId: ctx.requestId }, "reply not written with others");
      return undefined;
    });
    if (written) return presentNewPost(ctx, topic, { row, written, profile: place!.profile! });
  }
  return ctx.db.transaction((tx) => writeAlone(ctx, tx, topicId, { reply, text, judgedBy }));
}

type Asked = { topicId: string; userId: string; isAdmin: boolean; postId: string };

/** What decides whether a reply may be written, for several requests. */
const placesQuery = preparedOnce((db: Db) =>
  db
    .select({
      n: sql<number>`r.n`,
      topic: communityTopics,
      board: communityBoards,
      moderates: moderatesAsAsked,
      profile: communityProfiles,
      written: sql<boolean>`(select p.id from community_posts p where p.id = r."postId") is not null`,
    })
    .from(
      sql`jsonb_to_recordset(${sql.placeholder("rows")}::jsonb) as r (n int, "topicId" uuid, "userId" uuid, "isAdmin" boolean, "postId" uuid)`,
    )
    .innerJoin(communityTopics, eq(communityTopics.id, sql`r."topicId"`))
    .innerJoin(communityBoards, eq(communityBoards.id, communityTopics.boardId))
    .leftJoin(communityProfiles, eq(communityProfiles.userId, sql`r."userId"`))
    .prepare(`${QUICK}reply_places`),
);

type Place = Omit<Awaited<ReturnType<ReturnType<typeof placesQuery>["execute"]>>[number], "n">;

const readPlace = batched<Asked, Place>(async (db, asked) => inOrder(asked, await placesQuery(db).execute(numbered(asked))));

/** Whether nothing about a reply has to be settled under the topic's lock but its number. */
function isPlain({ quote, boardId }: NewPostInput, { images }: PostText, topic: OpenTopic, { profile, written }: Place): boolean {
  const isWriter = profile?.rulesAcceptedAt != null && !isFirstDay({ firstPostAt: profile.firstPostAt, now: new Date() });
  const isOpen = topic.hiddenAt === null && topic.lockedAt === null && topic.closedAt === null;
  return isWriter && isOpen && !written && quote === null && images.length === 0 && topic.board.id === boardId;
}

type Shared = { ctx: Ctx; topic: OpenTopic; row: PostToWrite };

/** The replies of one statement, with the task that tells of them. One that is left out, or fails, is tried by itself. */
const writeTogether = batched<Shared, WrittenPost>(
  (db, replies) =>
    db.transaction(async (tx) => {
      const written = await writePosts(
        tx,
        replies.map(({ row }) => row),
        "shared",
      );
      const byId = new Map(written.map((each) => [each.id, each]));
      const published = replies.flatMap(({ topic, row: { id } }) => (byId.has(id) ? [{ id, topic }] : []));
      if (published.length > 0) await publishPosts(replies[0]!.ctx, tx, published);
      return replies.map(({ row }) => byId.get(row.id));
    }),
  ({ row }) => row.id,
);

type Whole = { reply: NewPostInput; text: PostText; judgedBy: Shingles };

async function writeAlone(ctx: Ctx, tx: Db, topicId: string, { reply, text, judgedBy }: Whole): Promise<Post> {
  const actor = requireActor(ctx);
  const { id, source, boardId, quote } = reply;
  const topic = await lockTopic(tx, actor, topicId);
  if (await findWritten(tx, actor, id)) return readPost(ctx, tx, await topicOf(tx, actor, topic, id), id);
  await requireRules(tx, actor);
  refuseMoved(topic, boardId);
  if (!takesPosts(topic))
    throw new AppError("conflict", {
      message: "Este assunto está fechado a novas respostas. O que você escreveu continua no rascunho.",
    });
  const quotedPostId = quote && (await findQuoted(tx, topicId, quote));
  const quoted = quote && quotedPostId ? { postId: quotedPostId, words: quote.words } : null;
  await addPost(ctx, tx, topic, { id, source, text, quote: quoted, judgedBy });
  return readPost(ctx, tx, topic, id);
}

/** The topic in which a post is, which may be another than the one to which it is sent. @throws AppError not_found */
async function topicOf(tx: Db, actor: Actor, topic: OpenTopic, postId: string): Promise<OpenTopic> {
  const [post] = await tx.select({ topicId: communityPosts.topicId }).from(communityPosts).where(eq(communityPosts.id, postId));
  return post!.topicId === topic.id ? topic : openTopic(tx, actor, post!.topicId);
}

function refuseMoved({ board }: OpenTopic, boardId: string): void {
  if (board.id === boardId) return;
  throw new AppError("conflict", {
    message: `Este assunto foi movido para a sala ${board.name}. Veja se o que escreveu cabe ali, e envie de novo.`,
  });
}
