import { check, index, pgTable, text, unique, uuid } from "drizzle-orm/pg-core";
import { moment, oneOf } from "#app/db/columns.ts";
import { profiles } from "#app/features/account/account.table.ts";
import { DEGREES, type Degree } from "#app/lib/degrees.ts";
import { files } from "#app/server/files/files.table.ts";

/** The pictures that the academy's texts may show. What is in one never changes: another picture has another name (src/lib/pictures.ts). */
export const pictures = pgTable(
  "pictures",
  {
    id: text().primaryKey(),
    fileId: uuid("file_id")
      .notNull()
      .references(() => files.id, { onDelete: "cascade" }),
    /** Of the texts that may show it; members of a lower degree do not see it. */
    degree: text().$type<Degree>().notNull(),
    /** Null for one that came with the content folder. */
    uploadedBy: uuid("uploaded_by").references(() => profiles.id, { onDelete: "set null" }),
    /** The last time; what no text names is kept for a day after. */
    uploadedAt: moment("uploaded_at").notNull().defaultNow(),
  },
  (table) => [
    unique("pictures_file").on(table.fileId),
    index("pictures_uploaded_by_idx").on(table.uploadedBy),
    check("pictures_degree_check", oneOf("degree", DEGREES)),
  ],
);
