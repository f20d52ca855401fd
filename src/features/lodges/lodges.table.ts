import { sql } from "drizzle-orm";
import { boolean, check, index, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { moment } from "#app/db/columns.ts";

/** The Lodges that the academy knows. One is put out of use, not deleted, while anything points at it. */
export const lodges = pgTable(
  "lodges",
  {
    id: uuid().primaryKey().defaultRandom(),
    /** Without "Loja" and without the number: "Estrela do Vale". */
    name: text().notNull(),
    /** As the Lodge writes it, such as "77"; null where it has none. */
    number: text(),
    city: text().notNull(),
    /** Two letters of a federative unit of Brazil; null for a Lodge abroad. */
    state: text(),
    /** The Grand Lodge or Grand Orient that it belongs to ("potência"); the academy ranks none of them. */
    jurisdiction: text().notNull(),
    active: boolean().notNull().default(true),
    createdAt: moment("created_at").notNull().defaultNow(),
    updatedAt: moment("updated_at").notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex("lodges_name_idx").on(
      sql`lower(${table.name})`,
      sql`coalesce(${table.number}, '')`,
      sql`lower(${table.city})`,
      sql`coalesce(${table.state}, '')`,
    ),
    check("lodges_state_check", sql`state ~ '^[A-Z]{2}$'`),
  ],
);

/** What members wrote for a Lodge, joined to it by an administrator. What is not here waits to be joined. */
export const lodgeSpellings = pgTable(
  "lodge_spellings",
  {
    /** Without case, accents and doubled spaces (`spellingKey` in matching.service.ts). */
    key: text().primaryKey(),
    lodgeId: uuid("lodge_id")
      .notNull()
      .references(() => lodges.id, { onDelete: "cascade" }),
    /** As the first of them wrote it. */
    spelling: text().notNull(),
    joinedAt: moment("joined_at").notNull().defaultNow(),
  },
  (table) => [index("lodge_spellings_lodge_idx").on(table.lodgeId)],
);
