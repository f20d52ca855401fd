import { searchProblem } from "#app/lib/search.ts";
import { fold } from "#app/lib/text.ts";
import type { Entry } from "./dictionary.answers.ts";
import { GRADES, type Grade, PAGE_SIZE } from "./dictionary.schema.ts";

export type Filters = { search: string; letter: string | null; grade: Grade | null };

export const ALPHABET = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];

/** The letter of the A–Z index of a term: "Ágape" under A. */
export const letterOf = (term: string): string => fold(term).charAt(0).toUpperCase();

/** The words a search asks for, folded: case and accents do not count. */
export const wordsOf = (search: string): string[] => fold(search).split(/\s+/).filter(Boolean);

const slugOf = (grade: Grade): string => fold(grade).replaceAll(" ", "-");
const gradeBySlug = new Map(GRADES.map((grade) => [slugOf(grade), grade]));

/**
 * Entries that keep to the filters, in alphabetical order. A search finds an entry when each of its words occurs in the term, in another
 * of its names or in the definition; entries found by name come before those found only by definition.
 */
export function findEntries(entries: readonly Entry[], { search, letter, grade }: Filters): Entry[] {
  const within = entries.filter((entry) => (!grade || entry.grade === grade) && (!letter || letterOf(entry.term) === letter));
  const words = wordsOf(search);
  if (words.length === 0) return within;
  const found: [Entry[], Entry[], Entry[]] = [[], [], []];
  for (const entry of within) {
    const rank = rankOf(entry, words);
    if (rank !== undefined) found[rank].push(entry);
  }
  return found.flat();
}

/** 0: the term begins so; 1: a name has all the words; 2: they are in names and definition together; undefined: not found. */
function rankOf({ term, aliases, definition }: Entry, words: string[]): 0 | 1 | 2 | undefined {
  const name = fold(term);
  if (name.startsWith(words.join(" "))) return 0;
  const names = [name, ...aliases.map(fold)];
  const has = (text: string) => words.every((word) => text.includes(word));
  if (names.some(has)) return 1;
  return has([...names, fold(definition)].join("\n")) ? 2 : undefined;
}

/** Number of pages; an empty list still has one. */
export const pagesOf = (count: number): number => Math.max(1, Math.ceil(count / PAGE_SIZE));

export const sliceOf = <Item>(items: readonly Item[], page: number): Item[] =>
  items.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE);

export type Piece = { text: string; found: boolean };

/** A text cut where the words of a search occur in it, accents and case aside, so that they can be marked. */
export function piecesOf(text: string, words: readonly string[]): Piece[] {
  const letters = [...text];
  let line = "";
  const starts = letters.map((letter) => {
    const start = line.length;
    line += fold(letter); // may be shorter or longer than the letter itself
    return start;
  });
  const marked = new Set<number>();
  for (const word of words) {
    for (let at = line.indexOf(word); at >= 0; at = line.indexOf(word, at + 1)) {
      for (let place = at; place < at + word.length; place++) marked.add(place);
    }
  }
  const pieces: Piece[] = [];
  for (const [index, letter] of letters.entries()) {
    const found = marked.has(starts[index]!);
    const last = pieces.at(-1);
    if (last?.found === found) last.text += letter;
    else pieces.push({ text: letter, found });
  }
  return pieces;
}

/** The list's state as the address keeps it; what the address has wrong is left out. */
export type ListState = Filters & { page: number };

export const START: ListState = { search: "", letter: null, grade: null, page: 1 };

export function readAddress(params: URLSearchParams): ListState {
  const asked = params.get("busca") ?? "";
  const search = searchProblem(asked) ? "" : asked.trim();
  const letter = params.get("letra")?.toUpperCase() ?? "";
  const page = Number(params.get("pagina"));
  return {
    search,
    letter: !search && ALPHABET.includes(letter) ? letter : null,
    grade: gradeBySlug.get(params.get("grau") ?? "") ?? null,
    page: Number.isSafeInteger(page) && page > 1 ? page : 1,
  };
}

export function writeAddress({ search, letter, grade, page }: ListState): URLSearchParams {
  const params = new URLSearchParams();
  if (search.trim()) params.set("busca", search.trim());
  else if (letter) params.set("letra", letter);
  if (grade) params.set("grau", slugOf(grade));
  if (page > 1) params.set("pagina", String(page));
  return params;
}

/** The list's address in a given state, for links. */
export function addressOf(state: ListState): string {
  const query = writeAddress(state).toString();
  return query ? `/dicionario?${query}` : "/dicionario";
}
