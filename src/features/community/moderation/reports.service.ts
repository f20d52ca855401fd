import { and, eq, isNull, sql } from "drizzle-orm";
import type { Db } from "#app/db/client.ts";
import { AppError } from "#app/lib/errors.ts";
import { type Ctx, requireActor, type Services } from "#app/server/context.ts";
import { takesPart } from "#app/server/gate.ts";
import { indexPost } from "../posts/indexing.service.ts";
import { lockPost, type PostRecord } from "../posts/open-post.service.ts";
import { communityPosts } from "../posts/posts.table.ts";
import { announceTopic } from "../topics/news.service.ts";
import type { OpenTopic } from "../topics/open-topic.service.ts";
import { settlePlace } from "../topics/place.service.ts";
import { communityTopics } from "../topics/topics.table.ts";
import { REPORTED, REPORTS_THAT_HIDE } from "./moderation.policy.ts";
import { communityReports } from "./moderation.table.ts";

/**
 * Asks the moderators to look at a post. The third member who does hides it until one of them has; accounts of less than a day do not count
 * for that. Who asks twice for the same post changes nothing.
 * @throws AppError not_found, too_many_tries; forbidden for one's own post
 */
export async function reportPost(ctx: Ctx, postId: string, { reason }: { reason: string }): Promise<void> {
  const actor = requireActor(ctx);
  await ctx.limits.take("report", actor.id);
  await ctx.db.transaction(async (tx) => {
    const { post, topic, mine } = await lockPost(tx, actor, postId);
    if (mine) throw new AppError("forbidden", { message: "Esta mensagem é sua: você pode mudá-la ou apagá-la." });
    const written = await tx
      .insert(communityReports)
      .values({ postId, userId: actor.id, reason })
      .onConflictDoNothing()
      .returning({ id: communityReports.id });
    if (written.length === 0) return;
    const isHidden = post.state === "visible" && (await countReports(tx, postId)) >= REPORTS_THAT_HIDE;
    if (isHidden) await holdReported(ctx, tx, post, topic);
    if (isHidden || (await tx.$count(communityReports, openReportsOf(postId))) === 1)
      await tellModerators(ctx, tx, topic.board.id);
  });
}

/** SQL: the reports of a post that nobody has decided. */
export const openReportsOf = (postId: string) => and(eq(communityReports.postId, postId), isNull(communityReports.decidedAt));

async function countReports(tx: Db, postId: string): Promise<number> {
  const { rows } = await tx.execute<{ count: number }>(sql`
    select count(*)::int as count from community_reports r join profiles p on p.id = r.user_id
    where r.post_id = ${postId} and r.decided_at is null and p.created_at < now() - interval '1 day'`);
  return rows[0]!.count;
}

async function holdReported(ctx: Ctx, tx: Db, post: PostRecord, topic: OpenTopic): Promise<void> {
  await changeState(tx, post, topic, "held", REPORTED);
  if (post.authorId)
    await ctx.notify(tx, "community-held", { memberId: post.authorId }, { topicId: topic.id, number: post.number });
}

/** Changes who sees a post's words, wherever they are shown. A topic that is this post alone goes and comes with it, as its title says something too. */
export async function changeState(
  tx: Db,
  { id, number }: PostRecord,
  topic: OpenTopic,
  state: "visible" | "held" | "hidden",
  stateReason: string | null,
): Promise<void> {
  await tx.update(communityPosts).set({ state, stateReason }).where(eq(communityPosts.id, id));
  if (number === 1 && topic.postCount === 1)
    await tx
      .update(communityTopics)
      .set(
        state === "visible"
          ? { hiddenAt: null, hiddenReason: null }
          : { hiddenAt: sql`coalesce(${communityTopics.hiddenAt}, now())` },
      )
      .where(eq(communityTopics.id, topic.id));
  await settlePlace(tx, topic.id);
  await indexPost(tx, id);
  await announceTopic(tx, topic);
}

/** Those who moderate a board hear that something waits for them; of a board without moderators, the administrators. */
export async function tellModerators(ctx: Pick<Services, "notify">, tx: Db, boardId: string): Promise<void> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    with named as (select user_id as id from community_moderators where board_id = ${boardId})
    select p.id from profiles p
    where ${takesPart(sql`p`)} and p.id in (
      select id from named
      union select user_id from user_roles where role = 'admin' and not exists (select from named))`);
  for (const { id: memberId } of rows) await ctx.notify(tx, "community-waiting", { memberId }, {});
}
