import { type SQL, sql } from "drizzle-orm";
import { customType, index, integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { moment } from "#app/db/columns.ts";
import { profiles } from "#app/features/account/account.table.ts";
import type { Degree } from "#app/lib/degrees.ts";
import type { SearchKind } from "./kinds.ts";

const tsvector = customType<{ data: string }>({ dataType: () => "tsvector" });

/**
 * What the search finds: one row for each text, made from where the text itself is kept (search-index.service.ts). Nothing is written
 * here that could not be made again. `portuguese_plain` is Portuguese without accents (the migration makes it).
 */
export const searchDocuments = pgTable(
  "search_documents",
  {
    kind: text().$type<SearchKind>().notNull(),
    /** Of what is found, within its kind. */
    id: text().notNull(),
    /** The lowest degree that may find it; null for what is public. */
    degree: text().$type<Degree>(),
    /** Of a lesson, which only those find to whom its module is open. */
    moduleId: integer("module_id"),
    /** The one member who finds it; null for what is no member's own. */
    ownerId: uuid("owner_id").references(() => profiles.id, { onDelete: "cascade" }),
    path: text().notNull(),
    title: text().notNull(),
    context: text().notNull(),
    /** Other names under which it is looked for. */
    names: text().notNull(),
    /** Plain text. */
    body: text().notNull(),
    /** When a post of the community was written; of these there are so many that the newest are looked at first. */
    postedAt: moment("posted_at"),
    /** SHA-256 of what the row was made from. */
    sourceHash: text("source_hash").notNull(),
    /** Title and names as misspelled searches are compared with them. */
    folded: text()
      .notNull()
      .generatedAlwaysAs((): SQL => sql`fold_text(title || '|' || names)`),
    /** The words of title and names, by which the many texts that have a common word are told apart first. */
    head: tsvector()
      .notNull()
      .generatedAlwaysAs(
        (): SQL =>
          sql`setweight(to_tsvector('public.portuguese_plain', title), 'A') || setweight(to_tsvector('public.portuguese_plain', names), 'B')`,
      ),
    words: tsvector()
      .notNull()
      .generatedAlwaysAs(
        (): SQL =>
          sql`setweight(to_tsvector('public.portuguese_plain', title), 'A') || setweight(to_tsvector('public.portuguese_plain', names), 'B') || setweight(to_tsvector('public.portuguese_plain', context || ' ' || body), 'D')`,
      ),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.id] }),
    // few are written at a time, and what waits in an index's list makes PostgreSQL read the whole table instead
    index("search_documents_texts_idx").using("gin", table.words).with({ fastupdate: false }).where(sql`kind <> 'topic'`),
    index("search_documents_common_idx")
      .using("gin", table.words)
      .with({ fastupdate: false })
      .where(sql`kind <> 'topic' and owner_id is null`),
    index("search_documents_posts_idx").using("gin", table.words).with({ fastupdate: false }).where(sql`kind = 'topic'`),
    index("search_documents_posted_idx").on(table.postedAt.desc()).where(sql`kind = 'topic'`),
    // what has a name: the title of a reply is its first words
    index("search_documents_named_idx")
      .using("gin", table.folded.op("gin_trgm_ops"))
      .with({ fastupdate: false })
      .where(sql`kind <> 'topic' or path not like '%#p%'`),
    index("search_documents_owner_idx").on(table.ownerId),
  ],
);
