import { type LibraryItemSource, readLibraryFile } from "#app/content/library.ts";
import { recordOfArticle } from "#app/features/authoring/article-bodies.policy.ts";
import type { ArticleBody } from "#app/features/authoring/authoring.schema.ts";
import type { WithEdits } from "#app/features/authoring/edited-texts.policy.ts";
import { once } from "#app/lib/once.ts";
import type { LibrarySource } from "./content/read-library.ts";

/** The items that are read here. */
export const articlesOf = (items: readonly LibraryItemSource[]): (LibraryItemSource & { text: string })[] =>
  items.flatMap((item) => (item.type === "article" && item.text !== null ? { ...item, text: item.text } : []));

const libraryFile = once(() => readLibraryFile());

/** The articles of this release, read once. */
export const articleFiles = once(() => articlesOf(libraryFile().items));

/** The categories of this release, in their order. */
export const categoriesOfFiles = (): string[] => libraryFile().categories;

/** What an article that was written here does not say of itself. */
const UNSAID = {
  ...{ type: "article" as const, otherTitles: null, language: "português", degree: null, link: null, whereToFind: null },
  public_domain: false,
};

/** The library of the files, with what was edited or written in the browser. An article that was retired is among them, unseen. */
export function withEditedArticles({ edited }: WithEdits, files: readonly LibrarySource[]): LibrarySource[] {
  const bodies = new Map(
    edited.flatMap(({ kind, id, body }) => (kind === "article" && body ? [[id, body as ArticleBody] as const] : [])),
  );
  const known = new Map<string, LibrarySource>(files.map((item) => [item.slug, item]));
  for (const [slug, body] of bodies)
    known.set(slug, { ...UNSAID, slug, ...known.get(slug), ...recordOfArticle(body), text: body.markdown });
  return [...known.values()];
}
