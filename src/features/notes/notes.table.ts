import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { moment } from "#app/db/columns.ts";
import { profiles } from "#app/features/account/account.table.ts";
import type { Degree } from "#app/lib/degrees.ts";
import type { NoteColour } from "./colours.ts";
import type { TextKind } from "./notes.schema.ts";

/** What members write beside texts; private. The text has no foreign key: a note outlives it (decision 0033). */
export const notes = pgTable(
  "notes",
  {
    id: uuid().primaryKey(),
    userId: uuid("user_id")
      .notNull()
      .references(() => profiles.id, { onDelete: "cascade" }),
    kind: text().$type<TextKind>().notNull(),
    textId: text("text_id").notNull(),
    /** Title and degree of the text when the note was written, for when it is no more. */
    title: text().notNull(),
    degree: text().$type<Degree>().notNull(),
    colour: text().$type<NoteColour>().notNull(),
    /** The anchor (anchor.ts). */
    quote: text().notNull(),
    prefix: text().notNull(),
    suffix: text().notNull(),
    position: integer().notNull(),
    body: text().notNull(),
    version: integer().notNull().default(1),
    createdAt: moment("created_at").notNull().defaultNow(),
    updatedAt: moment("updated_at").notNull().defaultNow(),
  },
  (table) => [
    index("notes_of_member_idx").on(table.userId, table.kind, table.textId),
    index("notes_of_text_idx").on(table.kind, table.textId),
    check("notes_kind_check", sql`${table.kind} in ('lesson', 'study', 'document', 'article')`),
    check("notes_colour_check", sql`${table.colour} in ('gold', 'blue', 'rose')`),
    check("notes_degree_check", sql`${table.degree} in ('aprendiz', 'companheiro', 'mestre')`),
    check("notes_body_check", sql`length(${table.body}) <= 10000`),
  ],
);
