import { sql } from "drizzle-orm";
import { check, index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { moment, oneOf } from "#app/db/columns.ts";
import { profiles } from "#app/features/account/account.table.ts";
import { OFFICES, type Office } from "./lodges.schema.ts";
import { lodges } from "./lodges.table.ts";

/**
 * Who holds an office of a Lodge, from when until when. In force are the terms that have begun and not ended, of members who take part and
 * belong to that Lodge (actor.service.ts). A term that is over stays, as the Lodge's history; it goes with the member or the Lodge.
 */
export const lodgeOfficers = pgTable(
  "lodge_officers",
  {
    id: uuid().primaryKey().defaultRandom(),
    lodgeId: uuid("lodge_id")
      .notNull()
      .references(() => lodges.id, { onDelete: "cascade" }),
    memberId: uuid("member_id")
      .notNull()
      .references(() => profiles.id, { onDelete: "cascade" }),
    office: text().$type<Office>().notNull(),
    startsAt: moment("starts_at").notNull(),
    /** The first moment at which the office is held no longer. */
    endsAt: moment("ends_at").notNull(),
    /** When the officer and the administrators were told that the term ends soon. */
    toldOfEndAt: moment("told_of_end_at"),
    createdAt: moment("created_at").notNull().defaultNow(),
  },
  (table) => [
    index("lodge_officers_member_idx").on(table.memberId, table.endsAt),
    index("lodge_officers_lodge_idx").on(table.lodgeId, table.endsAt),
    index("lodge_officers_ending_idx").on(table.endsAt).where(sql`told_of_end_at is null`),
    check("lodge_officers_office_check", oneOf("office", OFFICES)),
    check("lodge_officers_term_check", sql`ends_at >= starts_at`),
  ],
);
