import { eq } from "drizzle-orm";
import type { Db } from "#app/db/client.ts";
import { AppError } from "#app/lib/errors.ts";
import type { Actor } from "#app/server/context.ts";
import { lockTopic, type OpenTopic, openTopic } from "../topics/open-topic.service.ts";
import { seesWords } from "./posts.policy.ts";
import { communityPosts } from "./posts.table.ts";

export type PostRecord = typeof communityPosts.$inferSelect;
type OpenPost = { post: PostRecord; topic: OpenTopic; mine: boolean };

/** A post whose words the member may see, with its topic. @throws AppError not_found */
export const openPost = (db: Db, actor: Actor, postId: string): Promise<OpenPost> => findPost(db, actor, postId, openTopic);

/** The same, with its topic held until the transaction ends. @throws AppError not_found */
export const lockPost = (tx: Db, actor: Actor, postId: string): Promise<OpenPost> => findPost(tx, actor, postId, lockTopic);

async function findPost(db: Db, actor: Actor, postId: string, open: typeof openTopic): Promise<OpenPost> {
  const [place] = await db.select({ topicId: communityPosts.topicId }).from(communityPosts).where(eq(communityPosts.id, postId));
  if (!place) throw new AppError("not_found");
  const topic = await open(db, actor, place.topicId);
  const [post] = await db.select().from(communityPosts).where(eq(communityPosts.id, postId));
  const mine = post?.authorId === actor.id;
  if (post?.topicId !== topic.id || !seesWords({ state: post.state, mine, moderates: topic.moderates }))
    throw new AppError("not_found");
  return { post, topic, mine };
}
