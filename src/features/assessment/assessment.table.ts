import { index, jsonb, pgTable, smallint, text, uuid } from "drizzle-orm/pg-core";
import { moment } from "#app/db/columns.ts";
import { profiles } from "#app/features/account/account.table.ts";
import type { Degree } from "#app/lib/degrees.ts";

/** One finished assessment. `answers` maps question id to the option id (a to d) that was chosen. */
export const assessmentAttempts = pgTable(
  "assessment_attempts",
  {
    id: uuid().primaryKey().defaultRandom(),
    userId: uuid("user_id")
      .notNull()
      .references(() => profiles.id, { onDelete: "cascade" }),
    answers: jsonb().$type<Record<string, string>>().notNull(),
    rightCount: smallint("right_count").notNull(),
    level: text().$type<Degree>().notNull(),
    createdAt: moment("created_at").notNull().defaultNow(),
  },
  (table) => [index("assessment_attempts_user_idx").on(table.userId, table.createdAt)],
);
