import { jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { moment } from "#app/db/columns.ts";

/** What the academy decided, where it is not the default. Who changed what, and when, is in the audit log. */
export const houseSettings = pgTable("house_settings", {
  key: text().primaryKey(),
  value: jsonb().notNull(),
  changedAt: moment("changed_at").notNull().defaultNow(),
});
