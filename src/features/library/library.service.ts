import { and, asc, desc, eq, getTableColumns, sql } from "drizzle-orm";
import { type Db, preparedOnce } from "#app/db/client.ts";
import { recordAudit } from "#app/features/audit/audit.service.ts";
import type { Catalogue } from "#app/features/courses/catalogue.ts";
import { termsBySlug } from "#app/features/dictionary/dictionary.service.ts";
import { indexForSearch, removeFromSearch, type Searchable, textOfHtml } from "#app/features/search/search-index.service.ts";
import { coversDegree } from "#app/lib/degrees.ts";
import { AppError } from "#app/lib/errors.ts";
import { readingMinutes } from "#app/lib/study-time.ts";
import { type Actor, type Ctx, requireActor, requireDegree } from "#app/server/context.ts";
import { files } from "#app/server/files/files.table.ts";
import { claimFile, dropFiles, removeBytes, type StoredFile } from "#app/server/files/records.ts";
import { covers } from "#app/server/gate.ts";
import { isKept } from "./articles.service.ts";
import { renderApart } from "./content/render-apart.ts";
import { type RenderedText, sourceHashOf } from "./content/render-text.ts";
import { textTargets } from "./content/text-targets.ts";
import type { LibraryCard, LibraryCategories, LibraryList, LibraryRecord, LibraryText } from "./library.answers.ts";
import { canAddItem, canDeleteItem, canEditItem } from "./library.policy.ts";
import type { ItemInput, NewItemInput, PreviewInput } from "./library.schema.ts";
import { libraryCategories, libraryItems, libraryRemovals } from "./library.table.ts";
import { dropEmptyCategories, findOrMakeCategory, readCategories } from "./library-categories.ts";
import { DOCUMENT_FORMATS, PURPOSE } from "./library-files.ts";

const NO_TEXT = { html: null, headings: [], terms: [], words: 0, sourceHash: null };

const card = {
  id: libraryItems.id,
  type: libraryItems.type,
  title: libraryItems.title,
  otherTitles: libraryItems.otherTitles,
  author: libraryItems.author,
  year: libraryItems.year,
  category: libraryCategories.name,
  description: libraryItems.description,
  degree: libraryItems.degree,
  coverImageUrl: libraryItems.coverImageUrl,
  createdAt: libraryItems.createdAt,
  readHere: sql<boolean>`(${libraryItems.html} is not null or ${libraryItems.documentFileId} is not null)`,
  words: libraryItems.words,
};

const listQuery = preparedOnce((db: Db) =>
  db
    .select({ ...card, position: libraryCategories.position })
    .from(libraryItems)
    .innerJoin(libraryCategories, eq(libraryCategories.id, libraryItems.categoryId))
    .where(and(covers(sql`${sql.placeholder("degree")}::text`, libraryItems.degree), isKept))
    .orderBy(desc(libraryItems.createdAt), asc(libraryItems.id))
    .prepare("library_items"),
);

/** Every item that the member may read, newest first. The search of the page works on them, so they come all at once. */
export async function listItems(ctx: Ctx): Promise<LibraryList> {
  const actor = requireActor(ctx);
  const rows = await listQuery(ctx.db).execute({ degree: actor.degree });
  const items = rows.map(({ position: _, ...row }) => presentCard(row));
  return { items, categories: categoriesOf(rows), can: { add: canAddItem(actor) } };
}

/** As readCategories orders them: those of the content folder in their order, then the others by name. */
function categoriesOf(rows: { category: string; position: number | null }[]): string[] {
  const positions = new Map(rows.map(({ category, position }) => [category, position ?? Number.POSITIVE_INFINITY]));
  return [...positions]
    .sort(([a, here], [b, there]) => (here === there ? a.localeCompare(b, "pt-BR") : here - there))
    .map(([name]) => name);
}

type CardRow = Omit<LibraryCard, "createdAt" | "minutes"> & { createdAt: Date; words: number };

const presentCard = ({ createdAt, words, ...row }: CardRow): LibraryCard => ({
  ...row,
  minutes: words === 0 ? null : readingMinutes(words),
  createdAt: createdAt.toISOString(),
});

async function findItem(db: Db, id: string) {
  const [row] = await db
    .select({ ...getTableColumns(libraryItems), category: libraryCategories.name, document: files })
    .from(libraryItems)
    .innerJoin(libraryCategories, eq(libraryCategories.id, libraryItems.categoryId))
    .leftJoin(files, eq(files.id, libraryItems.documentFileId))
    .where(and(eq(libraryItems.id, id), isKept));
  return row;
}

type ItemRow = NonNullable<Awaited<ReturnType<typeof findItem>>>;

/** The whole record of an item, with its text where there is one. @throws AppError not_found, also for one above the member's degree */
export async function readItem(ctx: Ctx, id: string): Promise<LibraryRecord> {
  const actor = requireActor(ctx);
  const row = await findItem(ctx.db, id);
  if (!row || !coversDegree(actor.degree, row.degree)) throw new AppError("not_found");
  return presentRecord(ctx, actor, row);
}

function presentRecord(ctx: Ctx, actor: Actor, row: ItemRow): LibraryRecord {
  const { id, type, title, otherTitles, author, year, category, description, coverImageUrl, words, createdAt } = row;
  const { degree, language, about, publicDomain, link, whereToFind, html, version } = row;
  return {
    ...presentCard({
      id,
      type,
      title,
      otherTitles,
      author,
      year,
      category,
      description,
      degree,
      coverImageUrl,
      words,
      createdAt,
      readHere: html !== null || row.document !== null,
    }),
    language,
    about,
    publicDomain,
    link,
    whereToFind,
    version,
    text: html === null ? null : presentText(ctx.catalogue(), { ...row, html }),
    document: row.document && presentDocument(id, row.document),
    can: { edit: canEditItem(actor), delete: canDeleteItem(actor) },
    source: canEditItem(actor) ? row.text : null,
  };
}

export const presentText = (catalogue: Catalogue, { html, headings, terms, words }: RenderedText): LibraryText => ({
  html,
  headings,
  terms: termsBySlug(catalogue, terms),
  minutes: readingMinutes(words),
});

const presentDocument = (id: string, { mediaType, size }: Pick<StoredFile, "mediaType" | "size">) => ({
  format: DOCUMENT_FORMATS[mediaType]!.format,
  size,
  url: `/api/library/items/${id}/document`,
});

export async function listCategories(ctx: Ctx): Promise<LibraryCategories> {
  requireActor(ctx);
  return { categories: await readCategories(ctx.db) };
}

/** What a text will look like. @throws AppError forbidden, invalid_input */
export async function previewText(ctx: Ctx, { text }: PreviewInput): Promise<LibraryText> {
  if (!canAddItem(requireActor(ctx))) throw new AppError("forbidden");
  return presentText(ctx.catalogue(), await renderApart(ctx, text ?? ""));
}

/** The columns that a text fills. */
const renderOrNothing = async (ctx: Ctx, text: string | null) =>
  text === null
    ? NO_TEXT
    : { ...(await renderApart(ctx, text)), sourceHash: sourceHashOf(text, text, textTargets(ctx.catalogue(), [text])) };

/** Adds an item, with the files uploaded for it. Nobody keeps what is above their own degree. @throws AppError forbidden, locked, invalid_input */
export async function createItem(ctx: Ctx, input: NewItemInput): Promise<LibraryRecord> {
  const actor = requireActor(ctx);
  if (!canAddItem(actor)) throw new AppError("forbidden");
  requireDegree(actor, input.degree);
  const { category, coverId, documentId, ...fields } = input;
  const rendered = await renderOrNothing(ctx, fields.text);
  const row = await ctx.db.transaction(async (tx) => {
    await claim(tx, input);
    const categoryId = await findOrMakeCategory(tx, category);
    const [made] = await tx
      .insert(libraryItems)
      .values({ ...fields, ...rendered, categoryId, coverFileId: coverId, documentFileId: documentId, editedAt: sql`now()` })
      .returning({ id: libraryItems.id });
    const { id } = made!;
    const details = { title: fields.title, contentDegree: fields.degree };
    await recordAudit(tx, {
      actorId: actor.id,
      action: "library-item.create",
      targetType: "library-item",
      targetId: id,
      details,
    });
    await indexForSearch(tx, await searchableWorks(tx, id));
    return findItem(tx, id);
  });
  return presentRecord(ctx, actor, row!);
}

/** Makes the uploads the item's own. @throws AppError invalid_input when one is gone, or was used already */
async function claim(tx: Db, { coverId, documentId }: Pick<NewItemInput, "coverId" | "documentId">): Promise<void> {
  const gone = "O envio expirou. Escolha o arquivo de novo.";
  if (coverId && !(await claimFile(tx, coverId, PURPOSE.cover)))
    throw new AppError("invalid_input", { fields: { coverId: gone } });
  if (documentId && !(await claimFile(tx, documentId, PURPOSE.document)))
    throw new AppError("invalid_input", { fields: { documentId: gone } });
}

/**
 * Changes an item. Files that it no longer has are removed.
 * @throws AppError not_found, also above the own degree, forbidden, locked, invalid_input, conflict when somebody else changed it meanwhile
 */
export async function updateItem(ctx: Ctx, id: string, input: ItemInput): Promise<LibraryRecord> {
  const actor = requireActor(ctx);
  const { category, coverId, documentId, version, ...fields } = input;
  if (!canEditItem(actor)) throw new AppError("forbidden");
  requireDegree(actor, input.degree);
  const rendered = await renderOrNothing(ctx, fields.text); // before the row is held, as it may take seconds
  const { row, dropped } = await ctx.db.transaction(async (tx) => {
    const before = await lockItem(tx, actor, id);
    if (before.version !== version) throw new AppError("conflict");
    await claim(tx, input);
    const categoryId = await findOrMakeCategory(tx, category);
    await tx
      .update(libraryItems)
      .set({
        ...fields,
        ...rendered,
        categoryId,
        ...(coverId !== undefined && { coverFileId: coverId }),
        ...(documentId !== undefined && { documentFileId: documentId }),
        version: version + 1,
        editedAt: sql`now()`,
        updatedAt: sql`now()`,
      })
      .where(eq(libraryItems.id, id));
    const replaced = [coverId !== undefined && before.coverFileId, documentId !== undefined && before.documentFileId];
    await indexForSearch(tx, await searchableWorks(tx, id));
    const gone = await dropFiles(
      tx,
      replaced.filter((file) => typeof file === "string"),
    );
    await dropEmptyCategories(tx);
    const details = { title: fields.title, contentDegree: fields.degree };
    await recordAudit(tx, {
      actorId: actor.id,
      action: "library-item.update",
      targetType: "library-item",
      targetId: id,
      details,
    });
    return { row: await findItem(tx, id), dropped: gone };
  });
  await removeBytes(ctx, dropped);
  return presentRecord(ctx, actor, row!);
}

/** The row, held until the transaction ends. @throws AppError not_found, also above the member's degree */
async function lockItem(tx: Db, actor: Actor, id: string) {
  const [row] = await tx
    .select({
      title: libraryItems.title,
      slug: libraryItems.slug,
      degree: libraryItems.degree,
      version: libraryItems.version,
      coverFileId: libraryItems.coverFileId,
      documentFileId: libraryItems.documentFileId,
    })
    .from(libraryItems)
    .where(eq(libraryItems.id, id))
    .for("update");
  if (!row || !coversDegree(actor.degree, row.degree)) throw new AppError("not_found");
  return row;
}

/** Removes an item with its files; a built-in one does not come back. @throws AppError not_found, forbidden */
export async function deleteItem(ctx: Ctx, id: string): Promise<void> {
  const actor = requireActor(ctx);
  const dropped = await ctx.db.transaction(async (tx) => {
    const row = await lockItem(tx, actor, id);
    if (!canDeleteItem(actor)) throw new AppError("forbidden");
    await tx.delete(libraryItems).where(eq(libraryItems.id, id));
    await removeFromSearch(tx, "work", [id]);
    if (row.slug) await tx.insert(libraryRemovals).values({ slug: row.slug }).onConflictDoNothing();
    const gone = await dropFiles(tx, [row.coverFileId, row.documentFileId]);
    await dropEmptyCategories(tx);
    const details = { title: row.title, contentDegree: row.degree };
    await recordAudit(tx, {
      actorId: actor.id,
      action: "library-item.delete",
      targetType: "library-item",
      targetId: id,
      details,
    });
    return gone;
  });
  await removeBytes(ctx, dropped);
}

/** The items, each for its degree. @param id of the one item that is wanted */
export async function searchableWorks(db: Db, id?: string): Promise<Searchable[]> {
  const { degree, title, otherTitles, author, year, description, about, html } = libraryItems;
  const rows = await db
    .select({ id: libraryItems.id, degree, title, otherTitles, author, year, description, about, html })
    .from(libraryItems)
    .where(and(isKept, id === undefined ? undefined : eq(libraryItems.id, id)));
  return rows.map((row) => ({
    kind: "work",
    id: row.id,
    degree: row.degree ?? "aprendiz",
    path: `/biblioteca/${row.id}`,
    title: row.title,
    context: [row.author, row.year].filter(Boolean).join(", "),
    names: [row.otherTitles ?? "", row.author],
    source: [row.description, row.about, row.html].filter(Boolean).join(" "),
    text: () => [row.description, row.about, row.html && textOfHtml(row.html)].filter(Boolean).join(" "),
  }));
}
