import { eq } from "drizzle-orm";
import type { Db } from "#app/db/client.ts";
import { AppError } from "#app/lib/errors.ts";
import { type Actor, type Ctx, requireActor } from "#app/server/context.ts";
import { prepareToJudge } from "../moderation/holds.service.ts";
import { requireRules } from "../profile/profile.service.ts";
import { lockTopic, type OpenTopic, openTopic } from "../topics/open-topic.service.ts";
import { takesPosts } from "../topics/topics.policy.ts";
import type { Post } from "./posts.answers.ts";
import type { NewPostInput } from "./posts.schema.ts";
import { addPost, findQuoted, findWritten } from "./posts.service.ts";
import { communityPosts } from "./posts.table.ts";
import { readPost } from "./read-posts.service.ts";
import { renderForBoard } from "./rendering.service.ts";

/**
 * Writes a reply; its writer counts as having read what came before, and follows the topic unless they have left it. Sent again under the
 * same id it is the reply that was written.
 * @throws AppError not_found, too_many_tries, invalid_input, rules_unaccepted; conflict where no replies are taken, or the topic was moved
 */
export async function writeReply(ctx: Ctx, topicId: string, { id, source, boardId, quote }: NewPostInput): Promise<Post> {
  const actor = requireActor(ctx);
  await ctx.limits.take("post", actor.id);
  const { board } = await openTopic(ctx.db, actor, topicId);
  // before the topic is locked, as both may take a while
  const text = await renderForBoard(ctx, source, board.degree);
  const judgedBy = await prepareToJudge(ctx);
  const written = await ctx.db.transaction(async (tx) => {
    const topic = await lockTopic(tx, actor, topicId);
    if (await findWritten(tx, actor, id)) return topicOf(tx, actor, topic, id);
    await requireRules(tx, actor);
    refuseMoved(topic, boardId);
    if (!takesPosts(topic))
      throw new AppError("conflict", {
        message: "Este assunto está fechado a novas respostas. O que você escreveu continua no rascunho.",
      });
    const quotedPostId = quote && (await findQuoted(tx, topicId, quote));
    const quoted = quote && quotedPostId ? { postId: quotedPostId, words: quote.words } : null;
    await addPost(ctx, tx, topic, { id, source, text, quote: quoted, judgedBy });
    return topic;
  });
  return readPost(ctx, ctx.db, written, id);
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
