import { sql } from "drizzle-orm";
import { bigserial, check, date, index, pgTable, primaryKey, smallint, text, uuid } from "drizzle-orm/pg-core";
import { moment } from "#app/db/columns.ts";
import { profiles } from "#app/features/account/account.table.ts";

/** When a mentor is free in every week: from and until by the clock of the zone in their row of `mentors`, which the server alone turns into instants. */
export const mentorHours = pgTable(
  "mentor_hours",
  {
    id: bigserial({ mode: "number" }).primaryKey(),
    /** The mentor's member id. */
    mentorId: uuid("mentor_id")
      .notNull()
      .references(() => profiles.id, { onDelete: "cascade" }),
    /** 0 is Sunday. */
    weekday: smallint().notNull(),
    /** Minutes since midnight; the end may be midnight, 1440. */
    startsAt: smallint("starts_at").notNull(),
    endsAt: smallint("ends_at").notNull(),
  },
  (table) => [
    index("mentor_hours_mentor_idx").on(table.mentorId),
    check("mentor_hours_weekday_range", sql`${table.weekday} between 0 and 6`),
    check("mentor_hours_range", sql`${table.startsAt} >= 0 and ${table.startsAt} < ${table.endsAt} and ${table.endsAt} <= 1440`),
  ],
);

/** Days on which a mentor is away, both included. The word is theirs alone. */
export const mentorBlocks = pgTable(
  "mentor_blocks",
  {
    id: bigserial({ mode: "number" }).primaryKey(),
    mentorId: uuid("mentor_id")
      .notNull()
      .references(() => profiles.id, { onDelete: "cascade" }),
    from: date({ mode: "string" }).notNull(),
    until: date({ mode: "string" }).notNull(),
    word: text().notNull().default(""),
  },
  (table) => [
    index("mentor_blocks_mentor_idx").on(table.mentorId, table.from),
    check("mentor_blocks_range", sql`${table.from} <= ${table.until}`),
  ],
);

/** An hour of a mentor's that a member has chosen and is writing for. It ends by itself; a request takes its place. */
export const heldHours = pgTable(
  "mentor_held_hours",
  {
    mentorId: uuid("mentor_id")
      .notNull()
      .references(() => profiles.id, { onDelete: "cascade" }),
    startsAt: moment("starts_at").notNull(),
    memberId: uuid("member_id")
      .notNull()
      .references(() => profiles.id, { onDelete: "cascade" }),
    expiresAt: moment("expires_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.mentorId, table.startsAt] }),
    index("mentor_held_hours_member_idx").on(table.memberId),
    index("mentor_held_hours_expires_idx").on(table.expiresAt),
  ],
);

/** What a mentor notes about a mentee, for themselves alone. */
export const menteeNotes = pgTable(
  "mentee_notes",
  {
    mentorId: uuid("mentor_id")
      .notNull()
      .references(() => profiles.id, { onDelete: "cascade" }),
    menteeId: uuid("mentee_id")
      .notNull()
      .references(() => profiles.id, { onDelete: "cascade" }),
    body: text().notNull(),
    updatedAt: moment("updated_at").notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.mentorId, table.menteeId] }), index("mentee_notes_mentee_idx").on(table.menteeId)],
);
