import { and, asc, count, eq, isNull, notExists, sql } from "drizzle-orm";
import type { Db } from "#app/db/client.ts";
import { fold } from "#app/lib/text.ts";
import type { LibraryCategory } from "./library.answers.ts";
import { libraryCategories, libraryItems } from "./library.table.ts";

/** All categories with how many items each has: those of the content folder in their order, then the others by name. */
export const readCategories = (db: Db): Promise<LibraryCategory[]> =>
  db
    .select({ name: libraryCategories.name, items: count(libraryItems.id) })
    .from(libraryCategories)
    .leftJoin(libraryItems, eq(libraryItems.categoryId, libraryCategories.id))
    .groupBy(libraryCategories.id)
    .orderBy(sql`${libraryCategories.position} asc nulls last`, asc(libraryCategories.name));

/** The category of a name, made when it is new. Case and accents do not make another one. */
export async function findOrMakeCategory(tx: Db, name: string): Promise<string> {
  const known = await tx.select({ id: libraryCategories.id, name: libraryCategories.name }).from(libraryCategories);
  const same = known.find((category) => fold(category.name) === fold(name));
  if (same) return same.id;
  const [made] = await tx
    .insert(libraryCategories)
    .values({ name })
    .onConflictDoUpdate({ target: libraryCategories.name, set: { name } }) // made by somebody else meanwhile
    .returning({ id: libraryCategories.id });
  return made!.id;
}

/** Categories that an administrator made go with their last item. */
export async function dropEmptyCategories(tx: Db): Promise<void> {
  const items = tx.select({ id: libraryItems.id }).from(libraryItems).where(eq(libraryItems.categoryId, libraryCategories.id));
  await tx.delete(libraryCategories).where(and(isNull(libraryCategories.position), notExists(items)));
}
