import { eq } from "drizzle-orm";
import type { Db } from "#app/db/client.ts";
import type { Searchable } from "#app/features/search/search-index.service.ts";
import { readingGroups } from "./reading-groups.table.ts";

/**
 * The groups, each for its degree: the search shows them to whom they are open alone (`groupsSeenBy`). They are found by their name and their
 * keeper's word; the texts of their weeks are found themselves.
 * @param id of the one group that is wanted
 */
export async function searchableGroups(db: Db, id?: string): Promise<Searchable[]> {
  const { degree, name, word } = readingGroups;
  const rows = await db
    .select({ id: readingGroups.id, degree, name, word })
    .from(readingGroups)
    .where(id === undefined ? undefined : eq(readingGroups.id, id));
  return rows.map((row) => ({
    kind: "group",
    id: row.id,
    degree: row.degree,
    path: `/grupos/${row.id}`,
    title: row.name,
    context: "Grupo de leitura da sua Loja",
    source: row.word,
  }));
}
