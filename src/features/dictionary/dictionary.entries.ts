import type { TermSource } from "#app/content/dictionary.ts";
import type { Entry, EntryDetail, FirstPage } from "./dictionary.answers.ts";
import { PAGE_SIZE } from "./dictionary.schema.ts";
import { letterOf } from "./dictionary.search.ts";

export type Dictionary = {
  /** Every entry, in alphabetical order. */
  all: Entry[];
  /** What the list shows before all terms are there. */
  first: FirstPage;
  /** An entry with its neighbours, or undefined when there is none of that name. */
  detail: (slug: string) => EntryDetail | undefined;
};

const presentLink = ({ slug, term }: TermSource) => ({ slug, term });

/** The dictionary as its pages show it: the same from the files, for the build, and from what members have now. */
export function dictionaryOf(sources: readonly TermSource[]): Dictionary {
  const terms = sources.toSorted((a, b) => a.term.localeCompare(b.term, "pt-BR"));
  const bySlug = new Map(terms.map((term) => [term.slug, term]));
  const seenFrom = ({ see }: TermSource) => see.flatMap((slug) => bySlug.get(slug) ?? []);
  const presentEntry = (source: TermSource): Entry => {
    const { slug, term, grade, definition, aliases } = source;
    return { slug, term, grade, definition, aliases, see: seenFrom(source).map(presentLink) };
  };
  const all = terms.map(presentEntry);
  return {
    all,
    first: {
      entries: all.slice(0, PAGE_SIZE),
      total: terms.length,
      letters: [...new Set(terms.map(({ term }) => letterOf(term)))],
    },
    detail: (slug) => {
      const index = terms.findIndex((term) => term.slug === slug);
      const source = terms[index];
      if (!source) return undefined;
      const previous = terms[index - 1];
      const next = terms[index + 1];
      return {
        ...all[index]!,
        see: seenFrom(source).map(({ slug, term, definition }) => ({ slug, term, definition })),
        previous: previous ? presentLink(previous) : null,
        next: next ? presentLink(next) : null,
      };
    },
  };
}
