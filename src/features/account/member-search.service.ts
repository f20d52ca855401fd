import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { profiles } from "./account.table.ts";

/** Name, e-mail and lodge as one text; letter by letter the expression of profiles_search_idx (src/db/migrations/0001_mend_edited_schema.sql). */
export const memberText = sql`fold_text(${profiles.name} || ' ' || ${profiles.email} || ' ' || coalesce(${profiles.lodge}, ''))`;

/** SQL: a folded text contains a word, in any case and with or without accents. */
export const containsWord = (folded: SQLWrapper, word: string): SQL =>
  sql`${folded} like '%' || fold_text(${word.replace(/[\\%_]/g, "\\$&")}) || '%'`;
