import { parseTerms, type TermSource } from "#app/content/dictionary.ts";
import source from "../../../content/dictionary.yaml?raw";
import { type Entry, type EntryDetail, type FirstPage, PAGE_SIZE } from "./dictionary.schema.ts";
import { letterOf } from "./dictionary.search.ts";

/**
 * The dictionary while the pages are being built: only loaders import this, so neither the parser nor the text reaches a page's script.
 */
const terms = parseTerms(source).toSorted((a, b) => a.term.localeCompare(b.term, "pt-BR"));
const bySlug = new Map(terms.map((term) => [term.slug, term]));

const presentLink = ({ slug, term }: TermSource) => ({ slug, term });
const seenFrom = ({ see }: TermSource) => see.flatMap((slug) => bySlug.get(slug) ?? []);

const presentEntry = (source: TermSource): Entry => ({
  slug: source.slug,
  term: source.term,
  grade: source.grade,
  definition: source.definition,
  aliases: source.aliases,
  see: seenFrom(source).map(presentLink),
});

/** Every entry, in alphabetical order. */
export const allEntries = (): Entry[] => terms.map(presentEntry);

/** What the list shows before a script has run. */
export const firstPage = (): FirstPage => ({
  entries: terms.slice(0, PAGE_SIZE).map(presentEntry),
  total: terms.length,
  letters: [...new Set(terms.map(({ term }) => letterOf(term)))],
});

/** An entry with its neighbours, or undefined when there is none of that name. */
export function entryDetail(slug: string): EntryDetail | undefined {
  const index = terms.findIndex((term) => term.slug === slug);
  const source = terms[index];
  if (!source) return undefined;
  const previous = terms[index - 1];
  const next = terms[index + 1];
  return {
    ...presentEntry(source),
    see: seenFrom(source).map(({ slug, term, definition }) => ({ slug, term, definition })),
    previous: previous ? presentLink(previous) : null,
    next: next ? presentLink(next) : null,
  };
}
