import { sql } from "drizzle-orm";
import { check, index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { moment } from "#app/db/columns.ts";
import { profiles } from "#app/features/account/account.table.ts";
import type { Degree } from "#app/lib/degrees.ts";

/** What the administration tells all members, or those of a degree and above. It stays when its writer leaves. */
export const announcements = pgTable(
  "announcements",
  {
    id: uuid().primaryKey().defaultRandom(),
    authorId: uuid("author_id").references(() => profiles.id, { onDelete: "set null" }),
    title: text().notNull(),
    /** Markdown, as it was written. */
    source: text().notNull(),
    /** Sanitised HTML, made of it once. */
    html: text().notNull(),
    /** The lowest degree that is told; null for every member. */
    degree: text().$type<Degree>(),
    createdAt: moment("created_at").notNull().defaultNow(),
    editedAt: moment("edited_at"),
  },
  (table) => [
    index("announcements_list_idx").on(table.createdAt, table.id),
    index("announcements_author_idx").on(table.authorId),
    check("announcements_degree_check", sql`${table.degree} in ('aprendiz', 'companheiro', 'mestre')`),
  ],
);
