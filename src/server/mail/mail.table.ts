import { and, isNull, sql } from "drizzle-orm";
import { index, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { moment } from "#app/db/columns.ts";

/**
 * Mail waits here, written in the transaction that causes it, until a job has handed it over. Bodies and reply addresses are
 * erased once sent.
 */
export const outboxMails = pgTable(
  "outbox_mails",
  {
    id: uuid().primaryKey().defaultRandom(),
    recipient: text().notNull(),
    replyTo: text("reply_to"),
    /** What mail programs call when the reader presses their own "leave" button (RFC 8058). */
    unsubscribeUrl: text("unsubscribe_url"),
    kind: text().notNull(),
    subject: text().notNull(),
    html: text(),
    text: text(),
    attempts: integer().notNull().default(0),
    lastError: text("last_error"),
    createdAt: moment("created_at").notNull().defaultNow(),
    sentAt: moment("sent_at"),
    /** When it was written to a file, because there is no mail server: it has reached nobody. */
    filedAt: moment("filed_at"),
    /** When the mail server said that the address does not exist or takes nothing: it is not tried again. */
    refusedAt: moment("refused_at"),
  },
  (table) => [
    index("outbox_mails_waiting_idx").on(table.createdAt).where(sql`sent_at is null`),
    index("outbox_mails_refused_idx").on(table.refusedAt).where(sql`refused_at is not null`),
    index("outbox_mails_recipient_idx").on(table.recipient),
  ],
);

/** SQL: the letter was neither sent, nor written to a file, nor refused for good, so that it is still whole. */
export const isWaiting = and(isNull(outboxMails.sentAt), isNull(outboxMails.filedAt), isNull(outboxMails.refusedAt));
