import { sql } from "drizzle-orm";
import { boolean, check, index, integer, jsonb, pgTable, smallint, text, unique, uuid } from "drizzle-orm/pg-core";
import { moment, oneOf } from "#app/db/columns.ts";
import { DEGREES, type Degree } from "#app/lib/degrees.ts";
import { files } from "#app/server/files/files.table.ts";
import type { ItemType } from "./library.schema.ts";

export const libraryCategories = pgTable("library_categories", {
  id: uuid().primaryKey().defaultRandom(),
  name: text().notNull().unique(),
  /** Place among the categories of content/library.yaml; null for one that an administrator added, which goes with its last item. */
  position: smallint(),
});

/**
 * Books and articles. No column holds anything of a member. Items of content/library.yaml have a slug and are brought up to date
 * at start (content/sync-library.ts), unless an administrator has edited them.
 */
export const libraryItems = pgTable(
  "library_items",
  {
    id: uuid().primaryKey().defaultRandom(),
    slug: text(),
    type: text().$type<ItemType>().notNull(),
    title: text().notNull(),
    /** Further titles by which it is looked for, the Portuguese ones above all, as one line. */
    otherTitles: text("other_titles"),
    author: text().notNull(),
    /** As a title page gives it: "1797", "c. 1390", "1882–1887". */
    year: text(),
    language: text(),
    categoryId: uuid("category_id")
      .notNull()
      .references(() => libraryCategories.id),
    description: text().notNull(),
    about: text(),
    /** For members of this degree and above; null for all. */
    degree: text().$type<Degree>(),
    publicDomain: boolean("public_domain").notNull().default(false),
    link: text(),
    /** What there is to say of where it is found, and of what the link leads to. */
    whereToFind: text("where_to_find"),
    /** Markdown, and what it was rendered to, sanitised on the server. */
    text: text(),
    html: text(),
    headings: jsonb().$type<{ id: string; title: string }[]>().notNull().default([]),
    /** Slugs of the dictionary's terms that the text links to. */
    terms: jsonb().$type<string[]>().notNull().default([]),
    words: integer().notNull().default(0),
    coverFileId: uuid("cover_file_id").references(() => files.id),
    documentFileId: uuid("document_file_id").references(() => files.id),
    /** Where the browser finds the cover; follows from the file. */
    coverImageUrl: text("cover_image_url").generatedAlwaysAs(sql`'/api/library/covers/' || cover_file_id::text`),
    /** SHA-256 of what was rendered, with the renderer's version: the built-in source, or the text of an item that was edited. */
    sourceHash: text("source_hash"),
    /** When an administrator last changed it; from then on the content folder no longer does. */
    editedAt: moment("edited_at"),
    version: integer().notNull().default(1),
    createdAt: moment("created_at").notNull().defaultNow(),
    updatedAt: moment("updated_at").notNull().defaultNow(),
  },
  (table) => [
    unique("library_items_slug").on(table.slug),
    unique("library_items_cover").on(table.coverFileId),
    unique("library_items_document").on(table.documentFileId),
    index("library_items_created_at_idx").on(table.createdAt.desc().nullsFirst(), table.id),
    index("library_items_category_idx").on(table.categoryId),
    check("library_items_degree_check", oneOf("degree", DEGREES)),
    check("library_items_type_check", sql`${table.type} in ('book', 'article')`),
    check("library_items_text_check", sql`(${table.text} is null) = (${table.html} is null)`),
  ],
);

/** Built-in items that an administrator deleted: they do not come back with the next start. */
export const libraryRemovals = pgTable("library_removals", {
  slug: text().primaryKey(),
  removedAt: moment("removed_at").notNull().defaultNow(),
});
