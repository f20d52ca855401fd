import { sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { covers } from "#app/server/gate.ts";
import { isTitleShown } from "./topics/titles.service.ts";

/**
 * What others see of topic `t` in board `b`: what is in a room above the member's degree is not named to them, though they may have been there before, nor a
 * title that moderation has taken from sight, unless it is theirs.
 */
const open = (userId: PgColumn) => sql`(t.hidden_at is null
  and ${covers(sql`(select m.degree from profiles m where m.id = ${userId})`, sql`b.degree`)} and (${isTitleShown(sql`t.id`)} or t.author_id = ${userId}))`;

export const titleOf = (topicId: PgColumn, userId: PgColumn) => sql<string | null>`(
  select t.title from community_topics t join community_boards b on b.id = t.board_id
  where t.id = ${topicId} and ${open(userId)})`;
export const boardOf = (boardId: PgColumn) => sql<string | null>`(select b.name from community_boards b where b.id = ${boardId})`;
export const postOf = (postId: PgColumn, userId: PgColumn) => sql<string | null>`(
  select t.title || ', ' || p.number from community_posts p join community_topics t on t.id = p.topic_id
  join community_boards b on b.id = t.board_id where p.id = ${postId} and ${open(userId)})`;

/** Columns that an export leaves out, and why. */
export const because = (why: string, ...columns: PgColumn[]): [PgColumn, string][] => columns.map((column) => [column, why]);
