import { isDeepStrictEqual } from "node:util";
import { readTerms, type TermSource } from "#app/content/dictionary.ts";
import { DEGREE_OF_ALL } from "#app/features/authoring/authoring.schema.ts";
import { byEdits, type EditedText, textsNow, type WithEdits } from "#app/features/authoring/edited-texts.policy.ts";
import { termOfBody } from "#app/features/authoring/term-bodies.policy.ts";
import type { Searchable } from "#app/features/search/search-index.service.ts";
import type { Degree } from "#app/lib/degrees.ts";
import { AppError } from "#app/lib/errors.ts";
import { once } from "#app/lib/once.ts";
import type { Ctx } from "#app/server/context.ts";
import { type Encoded, encode } from "#app/server/http/encodings.ts";
import type { EntryDetail, FirstPage } from "./dictionary.answers.ts";
import { dictionaryOf } from "./dictionary.entries.ts";

export type Term = TermSource & { id: string; degree: Degree };

const asTexts = (terms: readonly TermSource[]): Term[] =>
  terms.map((term) => ({ ...term, id: term.slug, degree: DEGREE_OF_ALL }));

/** The entries of this release, read once. */
export const termFiles = once(() => asTexts(readTerms()));

/** The entries as everybody has them: those of the files, and what was edited in the browser. */
export const termsIn = byEdits((edits) => textsNow(edits, "term", termFiles(), termOfBody));

const bySlug = byEdits((edits) => new Map(termsIn(edits).map((term) => [term.slug, term])));

/** Entries of the dictionary, in the order asked; unknown slugs are left out. */
export const termsBySlug = (edits: WithEdits, slugs: readonly string[]) =>
  slugs.flatMap((asked) => {
    const found = bySlug(edits).get(asked);
    return found ? [{ slug: found.slug, term: found.term, grade: found.grade, definition: found.definition }] : [];
  });

/**
 * What texts may link. An entry that was retired can still be called by a text of the files: nothing that they bring later keeps the program from
 * starting.
 */
export function termsForTexts(edited: readonly EditedText[], files: readonly TermSource[]): ReadonlySet<string> {
  const kept = edited.map((text) => ({ ...text, retiredAt: null }));
  return new Set(textsNow({ edited: kept }, "term", asTexts(files), termOfBody).map(({ slug }) => slug));
}

const dictionaryNow = byEdits((edits) => dictionaryOf(termsIn(edits)));
const encodedEntries = byEdits((edits) => encode(Buffer.from(JSON.stringify(dictionaryNow(edits).all))));

export const readDictionary = ({ catalogue }: Ctx): FirstPage => dictionaryNow(catalogue()).first;

/** Every entry, ready to be sent. */
export const readEntries = ({ catalogue }: Ctx): Encoded => encodedEntries(catalogue());

/** @throws AppError not_found */
export function readEntry({ catalogue }: Ctx, slug: string): EntryDetail {
  const entry = dictionaryNow(catalogue()).detail(slug);
  if (!entry) throw new AppError("not_found");
  return entry;
}

const dictionaryOfFiles = once(() => dictionaryOf(termFiles()));

/** The pages of the dictionary that the build did not write as they are now, by their addresses; false where there is no entry any more. */
export const pagesSinceBuild = byEdits((edits): ReadonlyMap<string, boolean> => {
  const [built, now] = [dictionaryOfFiles(), dictionaryNow(edits)];
  const slugs = new Set([...built.all, ...now.all].map(({ slug }) => slug));
  const changed = [...slugs].filter((slug) => !isDeepStrictEqual(now.detail(slug), built.detail(slug)));
  return new Map([
    ...(isDeepStrictEqual(now.first, built.first) ? [] : [["/dicionario", true] as const]),
    ...changed.map((slug) => [`/dicionario/${slug}`, now.detail(slug) !== undefined] as const),
  ]);
});

/** The entries, which are public. */
export const searchableTerms = (edits: WithEdits): Searchable[] =>
  termsIn(edits).map(({ slug, term, grade, definition, aliases }) => ({
    kind: "term",
    id: slug,
    degree: null,
    path: `/dicionario/${slug}`,
    title: term,
    context: `Dicionário · ${grade}`,
    names: aliases,
    source: definition,
  }));
