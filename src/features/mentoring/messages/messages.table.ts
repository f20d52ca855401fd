import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, primaryKey, text, unique, uuid } from "drizzle-orm/pg-core";
import { moment } from "#app/db/columns.ts";
import { profiles } from "#app/features/account/account.table.ts";
import { files } from "#app/server/files/files.table.ts";
import { mentorshipSessions, type Side } from "../mentorship-sessions/mentorship-sessions.table.ts";

/**
 * What the two parties of a mentorship session write to each other. `number` counts from 1 within the session, without gaps and in the order of
 * commits (the session's row is locked while one is written), so that "everything after n" never misses one.
 * A removed member's messages stay with the other party, without author and with `masked_at` instead of words.
 */
export const mentorshipMessages = pgTable(
  "mentorship_messages",
  {
    mentorshipSessionId: uuid("session_id")
      .notNull()
      .references(() => mentorshipSessions.id, { onDelete: "cascade" }),
    number: integer().notNull(),
    /** Made by the browser: sending again after a lost answer does not write a message twice. */
    key: uuid().notNull().defaultRandom(),
    authorId: uuid("author_id").references(() => profiles.id, { onDelete: "set null" }),
    side: text().$type<Side>().notNull(),
    body: text().notNull(),
    maskedAt: moment("masked_at"),
    /** When its author changed it, or took its words back; both within fifteen minutes, and both are seen. */
    editedAt: moment("edited_at"),
    deletedAt: moment("deleted_at"),
    /** A picture or a PDF that came with it, and the name it had on its sender's device. */
    fileId: uuid("file_id").references(() => files.id),
    fileName: text("file_name"),
    createdAt: moment("created_at").notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.mentorshipSessionId, table.number] }),
    unique("mentorship_messages_key").on(table.mentorshipSessionId, table.key),
    index("mentorship_messages_author_idx").on(table.authorId),
    index("mentorship_messages_file_idx").on(table.fileId).where(sql`${table.fileId} is not null`),
    check("mentorship_messages_side_check", sql`${table.side} in ('mentor', 'mentee')`),
  ],
);
