import { and, eq, isNotNull, isNull, notInArray, sql } from "drizzle-orm";
import { ContentError } from "#app/content/files.ts";
import type { Db } from "#app/db/client.ts";
import { LOCKS } from "#app/db/locks.ts";
import type { Catalogue } from "#app/features/courses/catalogue.ts";
import { SourceError } from "#app/server/markdown/markdown.ts";
import { withEditedArticles } from "../article-sources.service.ts";
import { libraryCategories, libraryItems, libraryRemovals } from "../library.table.ts";
import { dropEmptyCategories, findOrMakeCategory } from "../library-categories.ts";
import { type LibrarySource, readLibrary } from "./read-library.ts";
import { type RenderedText, renderText, sourceHashOf, type TextTargets } from "./render-text.ts";
import { textTargets } from "./text-targets.ts";

/**
 * Brings the library up to content/library.yaml: a changed item is rendered and written, an unchanged one costs a comparison of
 * hashes. What an administrator edited or deleted stays as they left it, and what authors published of an article stands in its file's place. Safe when several processes start together.
 * @returns how many items changed
 * @throws Error naming the item that is wrong
 */
export async function syncLibrary(db: Db, catalogue: Catalogue, folder?: string): Promise<number> {
  const { categories, items: ofFiles } = readLibrary(folder);
  const items = withEditedArticles(catalogue, ofFiles);
  const targets = textTargets(
    catalogue,
    items.map(({ text }) => text),
  );
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${LOCKS.librarySync})`);
    const categoryIds = await syncCategories(tx, categories);
    const stored = await tx
      .select({ slug: libraryItems.slug, hash: libraryItems.sourceHash, editedAt: libraryItems.editedAt })
      .from(libraryItems)
      .where(isNotNull(libraryItems.slug));
    const known = new Map(stored.map((row) => [row.slug, row]));
    const removed = new Set((await tx.select({ slug: libraryRemovals.slug }).from(libraryRemovals)).map(({ slug }) => slug));
    let changed = 0;
    for (const [index, item] of items.entries()) {
      const hash = sourceHashOf(item, item.text, targets);
      const row = known.get(item.slug);
      if (removed.has(item.slug) || row?.editedAt || row?.hash === hash) continue;
      const categoryId = categoryIds.get(item.category) ?? (await findOrMakeCategory(tx, item.category));
      await writeItem(tx, item, renderSource(item, targets), { hash, categoryId, index });
      changed += 1;
    }
    changed += await removeStrays(tx, items);
    await dropEmptyCategories(tx);
    return changed;
  });
}

async function syncCategories(tx: Db, names: string[]): Promise<Map<string, string>> {
  const rows = await tx
    .insert(libraryCategories)
    .values(names.map((name, position) => ({ name, position })))
    .onConflictDoUpdate({ target: libraryCategories.name, set: { position: sql`excluded.position` } })
    .returning({ id: libraryCategories.id, name: libraryCategories.name });
  await tx.update(libraryCategories).set({ position: null }).where(notInArray(libraryCategories.name, names));
  return new Map(rows.map(({ id, name }) => [name, id]));
}

type Place = { hash: string; categoryId: string; index: number };

/** New items are dated one second apart, so that the newest first is the order of the file. */
async function writeItem(
  tx: Db,
  item: LibrarySource,
  rendered: ReturnType<typeof renderSource>,
  { hash, categoryId, index }: Place,
): Promise<void> {
  const { category: _, public_domain: publicDomain, ...fields } = item;
  const values = { ...fields, ...rendered, publicDomain, categoryId, sourceHash: hash };
  await tx
    .insert(libraryItems)
    .values({ ...values, createdAt: sql`now() - make_interval(secs => ${index})` })
    .onConflictDoUpdate({
      target: libraryItems.slug,
      set: { ...values, version: sql`${libraryItems.version} + 1`, updatedAt: sql`now()` },
    });
}

/**
 * Writes an article as an author publishes it, rendered in a thread. Of one whose record an administrator has edited only what its author writes is changed:
 * its degree above all stays.
 */
export async function writeArticle(tx: Db, catalogue: Catalogue, slug: string, rendered: RenderedText): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${LOCKS.librarySync})`);
  const item = withEditedArticles(catalogue, readLibrary().items).find((each) => each.slug === slug)!;
  const targets = textTargets(catalogue, [item.text]);
  const categoryId = await findOrMakeCategory(tx, item.category);
  const [row] = await tx.select({ editedAt: libraryItems.editedAt }).from(libraryItems).where(eq(libraryItems.slug, slug));
  if (!row?.editedAt)
    return writeItem(tx, item, rendered, { hash: sourceHashOf(item, item.text, targets), categoryId, index: 0 });
  const { title, author, year, description, about, text } = item;
  await tx
    .update(libraryItems)
    .set({
      ...{ title, author, year, description, about, text, categoryId, ...rendered },
      sourceHash: sourceHashOf(text, text, targets),
      version: sql`${libraryItems.version} + 1`,
      updatedAt: sql`now()`,
    })
    .where(eq(libraryItems.slug, slug));
}

function renderSource({ slug, text }: LibrarySource, targets: TextTargets) {
  if (text === null) return { html: null, headings: [], terms: [], words: 0 };
  try {
    return renderText(text, targets);
  } catch (error) {
    if (error instanceof SourceError) throw new ContentError(`content/articles/${slug}.md: ${error.message}`);
    throw error;
  }
}

/** Items that left the folder leave the library too, unless an administrator made them their own. */
async function removeStrays(tx: Db, items: LibrarySource[]): Promise<number> {
  const gone = await tx
    .delete(libraryItems)
    .where(
      and(
        isNull(libraryItems.editedAt),
        notInArray(
          libraryItems.slug,
          items.map(({ slug }) => slug),
        ),
      ),
    )
    .returning({ id: libraryItems.id });
  return gone.length;
}
