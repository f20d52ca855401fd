import { sql } from "drizzle-orm";
import { boolean, index, integer, jsonb, pgTable, smallint, text, unique, uuid } from "drizzle-orm/pg-core";
import type { Kind } from "#app/composition/notice-kinds.ts";
import { moment } from "#app/db/columns.ts";
import { profiles, sessions } from "#app/features/account/account.table.ts";
import type { Channel } from "#app/lib/channels.ts";
import type { Topic } from "./topics.ts";

/**
 * What members were told, written in the transaction of what happened. The list shows the latest row of each line: where a kind groups
 * its notices, a newcomer takes the place of the unread one before it and counts it.
 */
export const notices = pgTable(
  "notices",
  {
    id: uuid().primaryKey().defaultRandom(),
    userId: uuid("user_id")
      .notNull()
      .references(() => profiles.id, { onDelete: "cascade" }),
    /** From the registry (src/composition/notice-kinds.ts); one that a later version has dropped is no longer shown. */
    kind: text().$type<Kind>().notNull(),
    facts: jsonb().$type<Record<string, unknown>>().notNull(),
    /** Told once: another notice with the same key is not written. */
    key: text().notNull().default(sql`gen_random_uuid()::text`),
    group: text("group_key"),
    /** Whose act it is; their name is read when it is shown. */
    fromId: uuid("from_id").references(() => profiles.id, { onDelete: "set null" }),
    isLatest: boolean("is_latest").notNull().default(true),
    /** How many notices the line is for. */
    count: integer().notNull().default(1),
    /** It waits for the day's letter. */
    digestDue: boolean("digest_due").notNull().default(false),
    readAt: moment("read_at"),
    createdAt: moment("created_at").notNull().defaultNow(),
  },
  (table) => [
    unique("notices_key").on(table.userId, table.key),
    index("notices_list_idx").on(table.userId, table.createdAt, table.id).where(sql`is_latest`),
    index("notices_unread_idx").on(table.userId, table.createdAt).where(sql`is_latest and read_at is null`),
    index("notices_digest_idx").on(table.userId).where(sql`digest_due`),
    index("notices_from_idx").on(table.fromId),
    index("notices_created_idx").on(table.createdAt),
    index("notices_announcement_idx").on(table.key).where(sql`kind = 'announcement'`),
  ],
);

/** How a member wants to be told; none while they have chosen nothing. */
export const noticePreferences = pgTable("notice_preferences", {
  userId: uuid("user_id")
    .primaryKey()
    .references(() => profiles.id, { onDelete: "cascade" }),
  /** By topic, what they have chosen; the registry has the rest. */
  channels: jsonb().$type<Partial<Record<Topic, Channel>>>().notNull().default({}),
  /** Quiet hours as minutes of their day; both or neither. */
  quietFrom: smallint("quiet_from"),
  quietTo: smallint("quiet_to"),
  timeZone: text("time_zone").notNull(),
  updatedAt: moment("updated_at").notNull().defaultNow(),
});

/** Devices that a member lets be woken. One goes with the session in which it was allowed: who leaves it hears nothing more there. */
export const pushSubscriptions = pgTable(
  "push_subscriptions",
  {
    id: uuid().primaryKey().defaultRandom(),
    userId: uuid("user_id")
      .notNull()
      .references(() => profiles.id, { onDelete: "cascade" }),
    sessionId: uuid("session_id")
      .notNull()
      .references(() => sessions.id, { onDelete: "cascade" }),
    /** Where its push service wakes it: whoever has it and the server's key can. */
    endpoint: text().notNull().unique(),
    /** The last notice that it was woken for. */
    toldNotice: uuid("told_notice"),
    createdAt: moment("created_at").notNull().defaultNow(),
  },
  (table) => [index("push_subscriptions_user_idx").on(table.userId), index("push_subscriptions_session_idx").on(table.sessionId)],
);
