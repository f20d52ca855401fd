import { sql } from "drizzle-orm";
import { boolean, index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { moment } from "#app/db/columns.ts";
import { profiles } from "#app/features/account/account.table.ts";

/** How a member appears in the community; none until they first choose or write something. */
export const communityProfiles = pgTable(
  "community_profiles",
  {
    userId: uuid("user_id")
      .primaryKey()
      .references(() => profiles.id, { onDelete: "cascade" }),
    /** They have one from when they accept the rules: the first name with the initial of the last one, until they choose. */
    displayName: text("display_name"),
    showLodge: boolean("show_lodge").notNull().default(false),
    rulesAcceptedAt: moment("rules_accepted_at"),
    /**
     * Read by nobody: the notices' topic `weekly` says it. Drizzle names it in every insert and in whole rows that are read, so that dropping it stops a program
     * of before that still runs, or to which one goes back: it goes with the next migration that is breaking anyway (breaking.json).
     */
    weeklyLetter: boolean("weekly_letter").notNull().default(true),
    /** Up to when they have been written of what is new. */
    letterSentAt: moment("letter_sent_at"),
    /** On the first day after it they write slowly. */
    firstPostAt: moment("first_post_at"),
    updatedAt: moment("updated_at").notNull().defaultNow(),
  },
  (table) => [
    index("community_profiles_name_idx").on(sql`fold_text(${table.displayName}) text_pattern_ops`),
    index("community_profiles_words_idx").using("gin", sql`fold_text(${table.displayName}) gin_trgm_ops`),
  ],
);
