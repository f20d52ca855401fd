import { eq, sql } from "drizzle-orm";
import type { Db } from "#app/db/client.ts";
import { communityTopics } from "./topics.table.ts";

/**
 * Puts a topic where the last post whose words everybody sees has its place: one that is held, hidden or deleted does not keep its topic
 * above others, nor count as news. The transaction holds the topic's row.
 */
export async function settlePlace(tx: Db, topicId: string): Promise<void> {
  await tx
    .update(communityTopics)
    .set({
      lastPostAt: sql`coalesce((
        select p.created_at from community_posts p where p.topic_id = ${topicId} and p.state = 'visible' order by p.number desc limit 1
      ), ${communityTopics.createdAt})`,
    })
    .where(eq(communityTopics.id, topicId));
}
