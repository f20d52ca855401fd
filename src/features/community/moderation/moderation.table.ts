import { sql } from "drizzle-orm";
import { check, index, pgTable, text, unique, uuid } from "drizzle-orm/pg-core";
import { moment } from "#app/db/columns.ts";
import { profiles } from "#app/features/account/account.table.ts";
import { communityPosts } from "../posts/posts.table.ts";
import type { Decision } from "./moderation.schema.ts";

/** Posts that members ask moderators to look at. */
export const communityReports = pgTable(
  "community_reports",
  {
    id: uuid().primaryKey().defaultRandom(),
    postId: uuid("post_id")
      .notNull()
      .references(() => communityPosts.id, { onDelete: "cascade" }),
    userId: uuid("user_id").references(() => profiles.id, { onDelete: "set null" }),
    reason: text().notNull(),
    createdAt: moment("created_at").notNull().defaultNow(),
    decidedAt: moment("decided_at"),
    decidedBy: uuid("decided_by").references(() => profiles.id, { onDelete: "set null" }),
    decision: text().$type<Decision>(),
  },
  (table) => [
    unique("community_reports_once").on(table.postId, table.userId),
    index("community_reports_open_idx").on(table.createdAt, table.id).where(sql`decided_at is null`),
    index("community_reports_user_idx").on(table.userId),
    index("community_reports_decided_by_idx").on(table.decidedBy),
    check("community_reports_decision_check", sql`${table.decision} in ('hidden', 'kept')`),
  ],
);

/** What moderators write to the author of a post. */
export const communityWords = pgTable(
  "community_words",
  {
    id: uuid().primaryKey().defaultRandom(),
    postId: uuid("post_id")
      .notNull()
      .references(() => communityPosts.id, { onDelete: "cascade" }),
    moderatorId: uuid("moderator_id").references(() => profiles.id, { onDelete: "set null" }),
    body: text().notNull(),
    createdAt: moment("created_at").notNull().defaultNow(),
  },
  (table) => [index("community_words_post_idx").on(table.postId), index("community_words_moderator_idx").on(table.moderatorId)],
);
