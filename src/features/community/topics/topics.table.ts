import { sql } from "drizzle-orm";
import { boolean, check, index, integer, pgTable, primaryKey, text, unique, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { moment } from "#app/db/columns.ts";
import { profiles } from "#app/features/account/account.table.ts";
import type { Degree } from "#app/lib/degrees.ts";
import { communityBoards } from "../boards/boards.table.ts";
import type { DiscussedKind } from "./topics.schema.ts";

/** A subject that members write about. Its first post has its id. */
export const communityTopics = pgTable(
  "community_topics",
  {
    /** Made by the browser: sending again after a lost answer does not open it twice. */
    id: uuid().primaryKey(),
    boardId: text("board_id")
      .notNull()
      .references(() => communityBoards.id),
    authorId: uuid("author_id").references(() => profiles.id, { onDelete: "set null" }),
    title: text().notNull(),
    /** When a moderator gave it the title that it has: this one is shown though the words of the first post are gone. */
    retitledAt: moment("retitled_at"),
    /** The lesson or study that it is about. */
    textKind: text("text_kind").$type<DiscussedKind>(),
    textId: text("text_id"),
    /** Posts that are in it, also those whose words nobody sees. */
    postCount: integer("post_count").notNull().default(0),
    /** The highest number that was given to one of its posts; never given again. */
    lastNumber: integer("last_number").notNull().default(0),
    lastPostAt: moment("last_post_at").notNull().defaultNow(),
    /** The post that its opener took as the answer. */
    answerNumber: integer("answer_number"),
    lockedAt: moment("locked_at"),
    pinned: boolean().notNull().default(false),
    /** Since when only moderators see it. */
    hiddenAt: moment("hidden_at"),
    /** What the moderator who hid it said of why; null where it went with its first post. */
    hiddenReason: text("hidden_reason"),
    /** When a moderator moved it, who, and for whom all that it held then had been written: a degree, or null for every member. */
    movedAt: moment("moved_at"),
    movedBy: uuid("moved_by").references(() => profiles.id, { onDelete: "set null" }),
    writtenFor: text("written_for").$type<Degree>(),
    createdAt: moment("created_at").notNull().defaultNow(),
  },
  (table) => [
    index("community_topics_list_idx").on(table.boardId, table.pinned, table.lastPostAt, table.id).where(sql`hidden_at is null`),
    index("community_topics_active_idx").on(table.boardId, table.lastPostAt).where(sql`hidden_at is null`),
    uniqueIndex("community_topics_text_idx")
      .on(table.boardId, table.textKind, table.textId)
      .where(sql`text_id is not null and hidden_at is null`),
    index("community_topics_author_idx").on(table.authorId),
    index("community_topics_moved_by_idx").on(table.movedBy).where(sql`moved_by is not null`),
    check("community_topics_text_check", sql`(${table.textKind} is null) = (${table.textId} is null)`),
    check("community_topics_text_kind_check", sql`${table.textKind} in ('lesson', 'study')`),
  ],
);

/** What a member follows, or has said that they do not: a topic, or a board with all its topics. */
export const communityFollows = pgTable(
  "community_follows",
  {
    userId: uuid("user_id")
      .notNull()
      .references(() => profiles.id, { onDelete: "cascade" }),
    topicId: uuid("topic_id").references(() => communityTopics.id, { onDelete: "cascade" }),
    boardId: text("board_id").references(() => communityBoards.id, { onDelete: "cascade" }),
    /** False where they left a topic that they would follow by writing in it, or with its board. */
    following: boolean().notNull().default(true),
    createdAt: moment("created_at").notNull().defaultNow(),
  },
  (table) => [
    unique("community_follows_topic").on(table.userId, table.topicId),
    unique("community_follows_board").on(table.userId, table.boardId),
    index("community_follows_of_topic_idx").on(table.topicId).where(sql`following`),
    index("community_follows_of_board_idx").on(table.boardId).where(sql`following`),
    check("community_follows_one_check", sql`(${table.topicId} is null) <> (${table.boardId} is null)`),
  ],
);

/** How far a member has read a topic, and when its page last said so. */
export const communityReads = pgTable(
  "community_reads",
  {
    userId: uuid("user_id")
      .notNull()
      .references(() => profiles.id, { onDelete: "cascade" }),
    topicId: uuid("topic_id")
      .notNull()
      .references(() => communityTopics.id, { onDelete: "cascade" }),
    readUpTo: integer("read_up_to").notNull(),
    visitedAt: moment("visited_at").notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.topicId] }),
    index("community_reads_recent_idx").on(table.topicId, table.visitedAt),
  ],
);

/**
 * SQL: a visit now, of an upsert in `community_reads`. It is written down every five minutes only: the column is in an index, and each of its changes leaves
 * one entry more there to walk over until the table is vacuumed.
 */
export const VISITED = sql`case when community_reads.visited_at < now() - interval '5 minutes' then now() else community_reads.visited_at end`;
