import { readTerms } from "#app/content/dictionary.ts";

const terms = new Map(readTerms().map(({ slug, term, grade, definition }) => [slug, { slug, term, grade, definition }]));

/** Entries of the dictionary, in the order asked; unknown slugs are left out. */
export const termsBySlug = (slugs: readonly string[]) => slugs.flatMap((slug) => terms.get(slug) ?? []);
