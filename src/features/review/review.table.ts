import { sql } from "drizzle-orm";
import { check, date, doublePrecision, index, integer, pgTable, primaryKey, smallint, text, uuid } from "drizzle-orm/pg-core";
import { moment } from "#app/db/columns.ts";
import { profiles } from "#app/features/account/account.table.ts";
import type { Degree } from "#app/lib/degrees.ts";
import type { CardKind, Grade } from "./review.schema.ts";

/** How far a card is learned, in the terms of FSRS. */
export const CARD_STATES = ["new", "learning", "review", "relearning"] as const;
export type CardState = (typeof CARD_STATES)[number];

/**
 * What a member has met and reviews, with the state of memory that FSRS needs. It names what it is about and keeps no text: a term by its
 * slug, a question and a document by their ids.
 */
export const reviewCards = pgTable(
  "review_cards",
  {
    userId: uuid("user_id")
      .notNull()
      .references(() => profiles.id, { onDelete: "cascade" }),
    kind: text().$type<CardKind>().notNull(),
    subject: text().notNull(),
    /** Where it was met: `lesson:`, `document:` or `study:` and its id. Who may not read that does not see the card. */
    source: text().notNull(),
    metAt: moment("met_at").notNull().defaultNow(),
    /** When it is asked next; the beginning of a day when that is not today. */
    due: moment("due").notNull().defaultNow(),
    state: text().$type<CardState>().notNull().default("new"),
    /** Days until the chance of remembering has sunk to 90%. */
    stability: doublePrecision().notNull().default(0),
    /** 1 to 10; 0 before the first review. */
    difficulty: doublePrecision().notNull().default(0),
    /** The interval that was given last, in days; 0 within a day. */
    scheduledDays: integer("scheduled_days").notNull().default(0),
    /** Place among the short steps while it is being learned. */
    step: smallint().notNull().default(0),
    reviews: integer().notNull().default(0),
    /** How often it was forgotten after it had been learned. */
    lapses: integer().notNull().default(0),
    lastReviewedAt: moment("last_reviewed_at"),
    /** A question that was answered rightly and waits for the member's grade. */
    answeredAt: moment("answered_at"),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.kind, table.subject] }),
    index("review_cards_due_idx").on(table.userId, table.due),
  ],
);

/**
 * What cards may be about or come from, and from which degree on: `term:`, `lesson:`, `document:` or `study:` and its id. Made from the texts at
 * each start (gate.service.ts), as terms, documents and studies are no rows of their own.
 */
export const reviewGate = pgTable("review_gate", {
  name: text().primaryKey(),
  degree: text().$type<Degree>().notNull(),
});

/** Every review, in the order of the card's: what the retention is computed from, and what a double answer is recognised by. */
export const reviewLog = pgTable(
  "review_log",
  {
    userId: uuid("user_id")
      .notNull()
      .references(() => profiles.id, { onDelete: "cascade" }),
    kind: text().$type<CardKind>().notNull(),
    subject: text().notNull(),
    /** Which review of the card it was, from 1. */
    number: integer().notNull(),
    grade: text().$type<Grade>().notNull(),
    /** The card's state before the review. */
    state: text().$type<CardState>().notNull(),
    /** The interval given, in days; 0 within a day. */
    scheduledDays: integer("scheduled_days").notNull(),
    reviewedAt: moment("reviewed_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.kind, table.subject, table.number] }),
    index("review_log_recent_idx").on(table.userId, table.reviewedAt),
  ],
);

/** How a member wants to review; who has changed nothing has no row. */
export const reviewSettings = pgTable(
  "review_settings",
  {
    userId: uuid("user_id")
      .primaryKey()
      .references(() => profiles.id, { onDelete: "cascade" }),
    perDay: smallint("per_day").notNull(),
    /** The day on which the reviews come back; what was due has been moved by the length of the pause. */
    pausedUntil: date("paused_until", { mode: "string" }),
    timeZone: text("time_zone").notNull(),
  },
  (table) => [check("review_settings_per_day", sql`${table.perDay} between 5 and 60`)],
);
