import { and, asc, eq, isNotNull, sql } from "drizzle-orm";
import type { Db } from "#app/db/client.ts";
import { DEGREE_OF_ALL } from "#app/features/authoring/authoring.schema.ts";
import { editedTexts } from "#app/features/authoring/authoring.table.ts";
import type { Degree } from "#app/lib/degrees.ts";
import { libraryItems } from "./library.table.ts";

/** SQL: an item that its authors have not retired. */
export const isKept = sql`not exists (select 1 from ${editedTexts} e
  where e.kind = 'article' and e.subject_id = ${libraryItems.slug} and e.retired_at is not null)`;

/** The titles of the works whose text calls an entry of the dictionary. */
export async function worksCalling(db: Db, slug: string): Promise<string[]> {
  const calling = await db
    .select({ title: libraryItems.title })
    .from(libraryItems)
    .where(and(isKept, sql`${libraryItems.terms} @> ${JSON.stringify([slug])}::jsonb`))
    .orderBy(asc(libraryItems.title));
  return calling.map(({ title }) => title);
}

/** The degree of each article that has a name in the content folder, by that name. */
export async function articleDegrees(db: Db): Promise<Map<string, Degree>> {
  const rows = await db
    .select({ slug: libraryItems.slug, degree: libraryItems.degree })
    .from(libraryItems)
    .where(and(isNotNull(libraryItems.slug), eq(libraryItems.type, "article")));
  return new Map(rows.map(({ slug, degree }) => [slug!, degree ?? DEGREE_OF_ALL]));
}
