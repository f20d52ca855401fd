import { sql } from "drizzle-orm";
import { check, index, integer, jsonb, pgTable, primaryKey, text, unique, uuid } from "drizzle-orm/pg-core";
import { moment } from "#app/db/columns.ts";
import { profiles } from "#app/features/account/account.table.ts";
import { files } from "#app/server/files/files.table.ts";
import { communityBoards } from "../boards/boards.table.ts";
import { communityTopics } from "../topics/topics.table.ts";
import type { CardRef } from "./cards.service.ts";
import type { PostState, Reaction } from "./posts.schema.ts";

/**
 * What members write. `number` counts from 1 within the topic in the order of commits (the topic's row is locked while one is written).
 * A post whose words nobody sees keeps its number.
 */
export const communityPosts = pgTable(
  "community_posts",
  {
    /** Made by the browser: sending again after a lost answer does not write it twice. The first one of a topic has the topic's. */
    id: uuid().primaryKey(),
    topicId: uuid("topic_id")
      .notNull()
      .references(() => communityTopics.id, { onDelete: "cascade" }),
    number: integer().notNull(),
    authorId: uuid("author_id").references(() => profiles.id, { onDelete: "set null" }),
    /** Markdown, as it was written. */
    source: text().notNull(),
    /** Sanitised HTML, made of it once. */
    html: text().notNull(),
    /** Its first words, for lists. */
    excerpt: text().notNull(),
    /** The academy's own pages that it links to, which a page shows as cards to those who may read them. */
    cards: jsonb().$type<CardRef[]>().notNull().default([]),
    /** Words of another post of the topic, which are shown as long as that one is. */
    quotedPostId: uuid("quoted_post_id"),
    quote: text(),
    state: text().$type<PostState>().notNull().default("visible"),
    /** Why it is held or hidden: the rule that held it, or what a moderator said. */
    stateReason: text("state_reason"),
    /** Counts the edits; the words of those before are in `community_post_versions`. */
    version: integer().notNull().default(1),
    editedAt: moment("edited_at"),
    usefulCount: integer("useful_count").notNull().default(0),
    agreeCount: integer("agree_count").notNull().default(0),
    thanksCount: integer("thanks_count").notNull().default(0),
    createdAt: moment("created_at").notNull().defaultNow(),
  },
  (table) => [
    unique("community_posts_number").on(table.topicId, table.number),
    index("community_posts_author_idx").on(table.authorId, table.createdAt),
    index("community_posts_quoted_idx").on(table.quotedPostId).where(sql`quoted_post_id is not null`),
    index("community_posts_queue_idx").on(table.createdAt, table.id).where(sql`state in ('held', 'hidden')`),
    check("community_posts_state_check", sql`${table.state} in ('visible', 'held', 'hidden', 'deleted', 'masked')`),
    check("community_posts_quote_check", sql`(${table.quotedPostId} is null) = (${table.quote} is null)`),
  ],
);

/** What a post said before each of its edits. */
export const communityPostVersions = pgTable(
  "community_post_versions",
  {
    postId: uuid("post_id")
      .notNull()
      .references(() => communityPosts.id, { onDelete: "cascade" }),
    version: integer().notNull(),
    source: text().notNull(),
    html: text().notNull(),
    /** Since when it read so. */
    createdAt: moment("created_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.postId, table.version] })],
);

export const communityReactions = pgTable(
  "community_reactions",
  {
    postId: uuid("post_id")
      .notNull()
      .references(() => communityPosts.id, { onDelete: "cascade" }),
    userId: uuid("user_id")
      .notNull()
      .references(() => profiles.id, { onDelete: "cascade" }),
    kind: text().$type<Reaction>().notNull(),
    createdAt: moment("created_at").notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.postId, table.userId, table.kind] }),
    index("community_reactions_user_idx").on(table.userId),
    check("community_reactions_kind_check", sql`${table.kind} in ('useful', 'agree', 'thanks')`),
  ],
);

/** Who is named in a post. */
export const communityMentions = pgTable(
  "community_mentions",
  {
    postId: uuid("post_id")
      .notNull()
      .references(() => communityPosts.id, { onDelete: "cascade" }),
    userId: uuid("user_id")
      .notNull()
      .references(() => profiles.id, { onDelete: "cascade" }),
  },
  (table) => [primaryKey({ columns: [table.postId, table.userId] }), index("community_mentions_user_idx").on(table.userId)],
);

/** What a member has not sent yet: one draft for each topic, and one for a new topic in each board. */
export const communityDrafts = pgTable(
  "community_drafts",
  {
    userId: uuid("user_id")
      .notNull()
      .references(() => profiles.id, { onDelete: "cascade" }),
    /** `topic:<id>` or `board:<id>` */
    place: text().notNull(),
    title: text().notNull(),
    body: text().notNull(),
    version: integer().notNull().default(1),
    updatedAt: moment("updated_at").notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.place] })],
);

/** Pictures that were sent for posts of a board: who may read the board may see them. */
export const communityImages = pgTable(
  "community_images",
  {
    fileId: uuid("file_id")
      .primaryKey()
      .references(() => files.id, { onDelete: "cascade" }),
    userId: uuid("user_id").references(() => profiles.id, { onDelete: "set null" }),
    boardId: text("board_id")
      .notNull()
      .references(() => communityBoards.id, { onDelete: "cascade" }),
    /** The post that shows it; null until that is written. */
    postId: uuid("post_id").references(() => communityPosts.id, { onDelete: "cascade" }),
    width: integer().notNull(),
    height: integer().notNull(),
  },
  (table) => [index("community_images_post_idx").on(table.postId), index("community_images_user_idx").on(table.userId)],
);
