import { eq } from "drizzle-orm";
import type { Db } from "#app/db/client.ts";
import { articleFiles } from "#app/features/library/article-sources.service.ts";
import { writeArticle } from "#app/features/library/content/sync-library.ts";
import { OPEN_READING } from "#app/features/library/library.schema.ts";
import { libraryItems } from "#app/features/library/library.table.ts";
import { AppError } from "#app/lib/errors.ts";
import { once } from "#app/lib/once.ts";
import { bodyOfArticle } from "../article-bodies.policy.ts";
import { articleBody, DEGREE_OF_ALL } from "../authoring.schema.ts";
import { SHELF_WORDS } from "../authoring-words.ts";
import { readEditedTexts } from "../edited-texts.service.ts";
import { lostWords } from "../lost-words.service.ts";
import { type FileText, kindOfFiles } from "./files.service.ts";
import type { Kind } from "./kind.ts";
import { placesIn } from "./lessons.service.ts";

const SHELF = { id: "article", title: SHELF_WORDS.article.title };

const ofFiles = kindOfFiles({
  name: "article",
  body: articleBody,
  files: once((): FileText<"article">[] =>
    articleFiles().map((article) => ({ id: article.slug, degree: DEGREE_OF_ALL, body: bodyOfArticle(article) })),
  ),
  parent: () => SHELF,
  parentTitle: () => SHELF.title,
  toCompose: async ({ catalogue }, { ref: { id }, degree }, body) => ({
    ...{ kind: "article", id, degree, body, places: placesIn(catalogue()) },
  }),
  htmlNow: () => undefined,
  readers: async () => ({}),
  mayRetire: async (_, _ctx, id) => {
    if (id === OPEN_READING)
      throw new AppError("conflict", { message: "Este artigo está aberto a visitantes, em /leitura: não se retira." });
  },
});

/**
 * An article of the library. It has a row there, which follows the files and what authors publish; what an administrator changed in its record is
 * what its next author begins with.
 */
export const articleKind: Kind<"article"> = {
  ...ofFiles,
  find: async (db, id) => {
    const [found, row] = [await ofFiles.find(db, id), await findRow(db, id)];
    if (!found?.body || !row) return undefined; // an administrator deleted it
    const degree = row.degree ?? DEGREE_OF_ALL;
    if (row.editedAt === null || row.text === null) return { ...found, degree };
    const { title, description, about, author, year, text } = row;
    const body = bodyOfArticle({ title, description, about, author, year, text, category: found.body.category });
    return { ...found, degree, title, body };
  },
  publish: async (tx, services, subject, body, composed) => {
    const ref = await ofFiles.publish(tx, services, subject, body, composed);
    await writeArticle(tx, { ...services.catalogue(), edited: await readEditedTexts(tx) }, ref.id, composed.page!);
    return ref;
  },
  reach: async ({ db }, { ref: { id }, body }, _, { page }) => {
    const row = body && (await findRow(db, id));
    if (!page || !row?.html) return {};
    return lostWords(db, { notes: { kind: "article", textId: row.id }, asked: undefined }, row.html, page.html);
  },
};

async function findRow(db: Db, slug: string) {
  const [row] = await db.select().from(libraryItems).where(eq(libraryItems.slug, slug));
  return row;
}
