import { isDeepStrictEqual } from "node:util";
import { eq } from "drizzle-orm";
import { bodyOfArticle } from "#app/features/authoring/article-bodies.policy.ts";
import { byEdits } from "#app/features/authoring/edited-texts.policy.ts";
import { termsBySlug } from "#app/features/dictionary/dictionary.service.ts";
import { AppError } from "#app/lib/errors.ts";
import type { Ctx } from "#app/server/context.ts";
import { articleFiles } from "./article-sources.service.ts";
import { termSlugs } from "./content/render-text.ts";
import type { OpenReading } from "./library.answers.ts";
import { OPEN_READING } from "./library.schema.ts";
import { presentText } from "./library.service.ts";
import { libraryItems } from "./library.table.ts";

/** The article that visitors read, too, as it is now. @throws AppError not_found where an administrator deleted it, or kept it to a degree */
export async function readOpenReading({ db, catalogue }: Ctx): Promise<OpenReading> {
  const [row] = await db.select().from(libraryItems).where(eq(libraryItems.slug, OPEN_READING));
  if (!row || row.html === null || row.degree !== null) throw new AppError("not_found");
  const { title, description, author, html, headings, terms, words } = row;
  return { title, description, author, ...presentText(catalogue(), { html, headings, terms, words }) };
}

/** Whether an author changed what the build wrote at /leitura: the article, or an entry of the dictionary that it calls. */
export const isOpenReadingChanged = byEdits((edits) => {
  const file = articleFiles().find(({ slug }) => slug === OPEN_READING)!;
  const body = edits.edited.find(({ kind, id }) => kind === "article" && id === OPEN_READING)?.body;
  const called = termSlugs(file.text);
  return (
    (body != null && !isDeepStrictEqual(body, bodyOfArticle(file))) ||
    !isDeepStrictEqual(termsBySlug(edits, called), termsBySlug({ edited: [] }, called))
  );
});
