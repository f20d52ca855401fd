import { sql } from "drizzle-orm";
import { boolean, check, date, index, pgTable, primaryKey, smallint, text, uuid } from "drizzle-orm/pg-core";
import { moment, oneOf } from "#app/db/columns.ts";
import { profiles } from "#app/features/account/account.table.ts";
import type { DiscussedKind } from "#app/features/community/topics/topics.schema.ts";
import { lodges } from "#app/features/lodges/lodges.table.ts";
import { DEGREES, type Degree } from "#app/lib/degrees.ts";

/** A reading group of a Lodge: a text a week, for some weeks. */
export const readingGroups = pgTable(
  "reading_groups",
  {
    /** Made by the browser: sending again after a lost answer does not open it twice. */
    id: uuid().primaryKey(),
    lodgeId: uuid("lodge_id")
      .notNull()
      .references(() => lodges.id, { onDelete: "cascade" }),
    /** Who answers for it; null once their account is gone. Whether they still may is asked anew each time (`keeps`). */
    keeperId: uuid("keeper_id").references(() => profiles.id, { onDelete: "set null" }),
    name: text().notNull(),
    /** What the keeper says to those who join. */
    word: text().notNull().default(""),
    /** The lowest degree that may know of it; every text fits it. */
    degree: text().$type<Degree>().notNull(),
    /** The Monday of its first week, in Brasília. */
    startsOn: date("starts_on", { mode: "string" }).notNull(),
    closedAt: moment("closed_at"),
    createdAt: moment("created_at").notNull().defaultNow(),
  },
  (table) => [
    index("reading_groups_lodge_idx").on(table.lodgeId, table.startsOn),
    index("reading_groups_keeper_idx").on(table.keeperId),
    index("reading_groups_running_idx").on(table.startsOn).where(sql`closed_at is null`),
    check("reading_groups_degree_check", oneOf("degree", DEGREES)),
    check("reading_groups_monday_check", sql`extract(isodow from starts_on) = 1`),
  ],
);

/** The text of each week of a group. */
export const readingGroupWeeks = pgTable(
  "reading_group_weeks",
  {
    groupId: uuid("group_id")
      .notNull()
      .references(() => readingGroups.id, { onDelete: "cascade" }),
    /** From 1. */
    number: smallint().notNull(),
    textKind: text("text_kind").$type<DiscussedKind>().notNull(),
    /** A lesson or a study, which may have been retired since. */
    textId: text("text_id").notNull(),
    /** The id that its topic in the community has, once somebody has begun it: it can be begun once only. */
    topicId: uuid("topic_id").notNull().defaultRandom(),
  },
  (table) => [
    primaryKey({ columns: [table.groupId, table.number] }),
    check("reading_group_weeks_number_check", sql`number between 1 and 12`),
    check("reading_group_weeks_kind_check", oneOf("text_kind", ["lesson", "study"])),
  ],
);

/** Who takes part. The row rests while the member's degree or Lodge does not open the group to them. */
export const readingGroupMembers = pgTable(
  "reading_group_members",
  {
    groupId: uuid("group_id")
      .notNull()
      .references(() => readingGroups.id, { onDelete: "cascade" }),
    userId: uuid("user_id")
      .notNull()
      .references(() => profiles.id, { onDelete: "cascade" }),
    /** Whether the others may see what of the group's texts they have read. */
    showsReading: boolean("shows_reading").notNull().default(false),
    createdAt: moment("created_at").notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.groupId, table.userId] }), index("reading_group_members_user_idx").on(table.userId)],
);
