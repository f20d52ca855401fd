import { date, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { moment } from "#app/db/columns.ts";
import { profiles } from "#app/features/account/account.table.ts";

/** A week of a member in which they took a step of its path. Weeks without one have no row: what they offer follows from the calendar. */
export const memberWeeks = pgTable(
  "member_weeks",
  {
    userId: uuid("user_id")
      .notNull()
      .references(() => profiles.id, { onDelete: "cascade" }),
    /** Its Monday, in Brasília. */
    monday: date({ mode: "string" }).notNull(),
    /** The piece that it was about, also when the member's degree has changed since. */
    pieceId: text("piece_id").notNull(),
    documentAt: moment("document_at"),
    questionAt: moment("question_at"),
    pieceAt: moment("piece_at"),
    createdAt: moment("created_at").notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.monday] })],
);
