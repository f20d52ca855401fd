import { sql } from "drizzle-orm";
import { boolean, check, index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { moment } from "#app/db/columns.ts";
import { profiles } from "#app/features/account/account.table.ts";

/**
 * What visitors and members wrote on the contact page. `userId` is set when the writer was signed in, and shows administrators
 * that the account is really theirs; deleting the account deletes their messages. A resolved message, and one that looks automated,
 * is kept for 30 days more (contact.service.ts); who resolved it is forgotten when that administrator is deleted.
 */
export const contactMessages = pgTable(
  "contact_messages",
  {
    id: uuid().primaryKey().defaultRandom(),
    userId: uuid("user_id").references(() => profiles.id, { onDelete: "cascade" }),
    name: text().notNull(),
    email: text().notNull(),
    subject: text().notNull(),
    message: text().notNull(),
    /** Filled in as programs do (contact.policy.ts): kept, but nobody is written to about it. */
    suspect: boolean().notNull().default(false),
    createdAt: moment("created_at").notNull().defaultNow(),
    resolvedAt: moment("resolved_at"),
    resolvedBy: uuid("resolved_by").references(() => profiles.id, { onDelete: "set null" }),
  },
  (table) => [
    check("contact_messages_resolved_check", sql`${table.resolvedBy} is null or ${table.resolvedAt} is not null`),
    index("contact_messages_open_idx").on(table.createdAt, table.id).where(sql`resolved_at is null and not suspect`),
    index("contact_messages_suspect_idx").on(table.createdAt, table.id).where(sql`resolved_at is null and suspect`),
    index("contact_messages_resolved_idx").on(table.resolvedAt, table.id).where(sql`resolved_at is not null`),
    index("contact_messages_user_id_idx").on(table.userId),
    index("contact_messages_resolved_by_idx").on(table.resolvedBy),
  ],
);
