import { sql } from "drizzle-orm";
import { bigint, check, index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { moment, oneOf } from "#app/db/columns.ts";
import { profiles } from "#app/features/account/account.table.ts";
import { ABOUT, type About } from "./oversight.schema.ts";

/** A member's word against how their data was looked at or changed; an administrator must answer it. It goes with the member. */
export const contestations = pgTable(
  "contestations",
  {
    id: uuid().primaryKey().defaultRandom(),
    userId: uuid("user_id")
      .notNull()
      .references(() => profiles.id, { onDelete: "cascade" }),
    /** The line of the audit log that it is about; the log keeps its lines for good. */
    auditId: bigint("audit_id", { mode: "number" }),
    about: text().$type<About>().notNull(),
    words: text().notNull(),
    answer: text(),
    answeredBy: uuid("answered_by").references(() => profiles.id, { onDelete: "set null" }),
    answeredAt: moment("answered_at"),
    createdAt: moment("created_at").notNull().defaultNow(),
  },
  (table) => [
    index("contestations_user_idx").on(table.userId, table.createdAt),
    index("contestations_open_idx").on(table.createdAt).where(sql`answered_at is null`),
    index("contestations_answered_by_idx").on(table.answeredBy),
    check("contestations_about_check", oneOf("about", ABOUT)),
    check("contestations_answer_check", sql`(answer is null) = (answered_at is null)`),
  ],
);
