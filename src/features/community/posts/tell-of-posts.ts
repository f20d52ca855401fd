import { and, eq, sql } from "drizzle-orm";
import { DEGREES } from "#app/lib/degrees.ts";
import type { Job } from "#app/server/jobs/queue.ts";
import { communityBoards } from "../boards/boards.table.ts";
import { communityTopics } from "../topics/topics.table.ts";
import { communityPosts } from "./posts.table.ts";

/**
 * Tells of a post that everybody in its board sees: those whom it names, and those who follow its topic or board and may read there. Run
 * again it tells nobody twice.
 */
export const tellOfPost: Job<"tell-of-post"> = {
  retries: 3,
  run: async ({ db, notify }, { postId }) => {
    const [post] = await db
      .select({
        topicId: communityPosts.topicId,
        number: communityPosts.number,
        authorId: communityPosts.authorId,
        board: communityBoards,
      })
      .from(communityPosts)
      .innerJoin(communityTopics, eq(communityTopics.id, communityPosts.topicId))
      .innerJoin(communityBoards, eq(communityBoards.id, communityTopics.boardId))
      .where(and(eq(communityPosts.id, postId), eq(communityPosts.state, "visible"), sql`${communityTopics.hiddenAt} is null`));
    if (!post?.authorId) return;
    const { topicId, number, authorId: from, board } = post;
    const degrees = board.degree === null ? DEGREES : DEGREES.slice(DEGREES.indexOf(board.degree));
    const { rows } = await db.execute<{ id: string; named: boolean }>(sql`
      select p.id, m.user_id is not null as named
      from profiles p
      left join community_mentions m on m.post_id = ${postId} and m.user_id = p.id
      left join community_follows t on t.user_id = p.id and t.topic_id = ${topicId}
      left join community_follows b on b.user_id = p.id and b.board_id = ${board.id}
      where p.id in (
          select user_id from community_mentions where post_id = ${postId}
          union select user_id from community_follows where topic_id = ${topicId} and following and ${number}::int > 1
          union select user_id from community_follows where board_id = ${board.id} and following)
        and (m.user_id is not null or coalesce(t.following, b.following))
        and p.id <> ${from} and p.suspended_at is null and not p.awaits_confirmation and p.degree = any(${sql.param(degrees)}::text[])`);
    for (const { id: memberId, named } of rows)
      await db.transaction((tx) =>
        notify(tx, named ? "community-mention" : "community-reply", { memberId, from }, { topicId, number }),
      );
  },
};
