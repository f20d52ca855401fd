import { readTerms } from "#app/content/dictionary.ts";
import type { Searchable } from "#app/features/search/search-index.service.ts";

const sources = readTerms();
const terms = new Map(sources.map(({ slug, term, grade, definition }) => [slug, { slug, term, grade, definition }]));

/** Entries of the dictionary, in the order asked; unknown slugs are left out. */
export const termsBySlug = (slugs: readonly string[]) => slugs.flatMap((slug) => terms.get(slug) ?? []);

/** The names of all entries. */
export const termSlugs = (): string[] => [...terms.keys()];

/** The entries, which are public. */
export const searchableTerms = (): Searchable[] =>
  sources.map(({ slug, term, grade, definition, aliases }) => ({
    kind: "term",
    id: slug,
    degree: null,
    path: `/dicionario/${slug}`,
    title: term,
    context: `Dicionário · ${grade}`,
    names: aliases,
    source: definition,
  }));
