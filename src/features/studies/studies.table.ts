import { sql } from "drizzle-orm";
import { check, date, pgTable, primaryKey, real, text, uuid } from "drizzle-orm/pg-core";
import { moment } from "#app/db/columns.ts";
import { profiles } from "#app/features/account/account.table.ts";

/** Where a member is reading a study. A study has no row of its own: it is a file. */
export const studyPositions = pgTable(
  "study_positions",
  {
    userId: uuid("user_id")
      .notNull()
      .references(() => profiles.id, { onDelete: "cascade" }),
    studyId: text("study_id").notNull(),
    /** Share of the text that is above what is being read, 0 to 1. */
    position: real().notNull(),
    /** When they first came near its end (`READ_FROM` in studies.service.ts). */
    readAt: moment("read_at"),
    createdAt: moment("created_at").notNull().defaultNow(),
    updatedAt: moment("updated_at").notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.studyId] }),
    check("study_positions_range", sql`${table.position} between 0 and 1`),
  ],
);

/** When a member's Lodge heard a piece, as the member keeps it. */
export const studyReadings = pgTable(
  "study_readings",
  {
    userId: uuid("user_id")
      .notNull()
      .references(() => profiles.id, { onDelete: "cascade" }),
    studyId: text("study_id").notNull(),
    readOn: date("read_on", { mode: "string" }).notNull(),
    createdAt: moment("created_at").notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.studyId, table.readOn] })],
);
