import { sql } from "drizzle-orm";
import { index, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { moment } from "#app/db/columns.ts";

/**
 * The record of every stored file; its bytes are in the file storage under the same id, a name we choose. A file is uploaded first
 * and attached by the verb that refers to it; what is never attached is purged after a day. Nothing here says who uploaded it.
 */
export const files = pgTable(
  "files",
  {
    id: uuid().primaryKey().defaultRandom(),
    /** What the file may be attached as, such as `library-cover`. */
    purpose: text().notNull(),
    /** Found from the content, never from the name or the header that came with it. */
    mediaType: text("media_type").notNull(),
    size: integer().notNull(),
    sha256: text().notNull(),
    createdAt: moment("created_at").notNull().defaultNow(),
    attachedAt: moment("attached_at"),
  },
  (table) => [index("files_unattached_idx").on(table.createdAt).where(sql`attached_at is null`)],
);
