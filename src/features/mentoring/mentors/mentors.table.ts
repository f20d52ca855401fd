import { sql } from "drizzle-orm";
import { boolean, check, date, doublePrecision, index, integer, pgTable, smallint, text, uuid } from "drizzle-orm/pg-core";
import { moment } from "#app/db/columns.ts";
import { profiles } from "#app/features/account/account.table.ts";

/**
 * Members who teach. One row a member; it goes with them when their account goes.
 * `rating` and `total_sessions` are kept by the moves of sessions, in their transaction: the mean of the ratings given, and how many
 * sessions were completed.
 */
export const mentors = pgTable(
  "mentors",
  {
    id: uuid().primaryKey().defaultRandom(),
    userId: uuid("user_id")
      .notNull()
      .unique()
      .references(() => profiles.id, { onDelete: "cascade" }),
    bio: text().notNull(),
    specialties: text().array().notNull().default(sql`'{}'::text[]`),
    maxMentees: integer("max_mentees").notNull().default(5),
    availabilityStatus: text("availability_status").notNull().default("available"),
    /** The zone of their hours (hours.table.ts), by its IANA name. */
    timeZone: text("time_zone").notNull().default("America/Sao_Paulo"),
    /** How long before a session its hour can still be asked for, and how much room there is between two. */
    noticeHours: smallint("notice_hours").notNull().default(24),
    gapMinutes: smallint("gap_minutes").notNull().default(15),
    /** Until the day before this one nobody may ask for a session; null for a mentor who takes requests. */
    pausedUntil: date("paused_until", { mode: "string" }),
    /** How many requests in a row the program ended, because the mentor did not answer. */
    unansweredInRow: smallint("unanswered_in_row").notNull().default(0),
    isActive: boolean("is_active").notNull().default(true),
    /** Mean of the ratings, 1 to 5; 0 while there is none. */
    rating: doublePrecision().notNull().default(0),
    ratingCount: integer("rating_count").notNull().default(0),
    totalMentorshipSessions: integer("total_sessions").notNull().default(0),
    createdAt: moment("created_at").notNull().defaultNow(),
  },
  (table) => [
    index("mentors_active_idx").on(table.rating, table.totalMentorshipSessions, table.createdAt, table.id).where(sql`is_active`),
    index("mentors_created_at_idx").on(table.createdAt),
    check("mentors_max_mentees_range", sql`${table.maxMentees} between 1 and 50`),
    check("mentors_notice_range", sql`${table.noticeHours} between 0 and 336`),
    check("mentors_gap_range", sql`${table.gapMinutes} between 0 and 240`),
    check("mentors_rating_range", sql`${table.rating} between 0 and 5`),
  ],
);
