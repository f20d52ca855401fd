import { fold } from "#app/lib/text.ts";
import type { Entry } from "./dictionary.answers.ts";

/** How many names are offered at most. */
const MOST = 3;

/** Names less alike than this are not offered. The scale, and how words are padded, are those of PostgreSQL's pg_trgm. */
const LEAST_ALIKE = 0.34;

/** Too short a search is like everything. */
const SHORTEST = 3;

/** Words of a name that are compared alone, too: "uniom" means "Cadeia de União", and "de" is like too much. */
const LONG_WORD = 4;

/** The groups of three letters of a text's words, each word between two blanks and one. */
function trigrams(text: string): Set<string> {
  const groups = new Set<string>();
  for (const word of fold(text).split(/[^\p{L}\p{N}]+/u)) {
    const padded = `  ${word} `;
    if (word) for (let at = 0; at + 3 <= padded.length; at++) groups.add(padded.slice(at, at + 3));
  }
  return groups;
}

/** How alike a text is to one whose trigrams are given, from 0 to 1: the share of the trigrams that both have. */
function likeness(left: Set<string>, text: string): number {
  const right = trigrams(text);
  const shared = [...left].filter((group) => right.has(group)).length;
  return shared === 0 ? 0 : shared / (left.size + right.size - shared);
}

/** A single word of a longer name counts a little less than a whole name. */
const ONE_WORD = 0.9;

function likenessToName(search: Set<string>, name: string): number {
  const words = name.split(/[\s-]+/).filter((word) => word.length >= LONG_WORD);
  return Math.max(likeness(search, name), ...words.map((word) => likeness(search, word) * ONE_WORD));
}

/** Fewer results than this are little. */
const FEW = 3;

/** Beside the likest name only those are offered that are nearly as like. */
const NEARLY = 0.7;

/**
 * The names that a search may have meant which found nothing or little: a term or another name of an entry, the likest first.
 * @param found what it did find; with one of these under the very name that was typed, nothing else was meant
 */
export function suggestNames(entries: readonly Entry[], search: string, found: readonly Entry[]): string[] {
  const typed = fold(search.trim());
  const asTyped = (entry: Entry) => namesOf(entry).some((name) => fold(name).startsWith(typed));
  if (typed.length < SHORTEST || found.length >= FEW || found.some(asTyped)) return [];
  const wanted = trigrams(typed);
  const alike = entries
    .filter((entry) => !found.includes(entry))
    .map((entry) => likest(wanted, namesOf(entry)))
    .filter(({ likeness }) => likeness >= LEAST_ALIKE)
    .sort((a, b) => b.likeness - a.likeness);
  return alike
    .filter(({ likeness }) => likeness >= alike[0]!.likeness * NEARLY)
    .slice(0, MOST)
    .map(({ name }) => name);
}

const namesOf = ({ term, aliases }: Entry): string[] => [term, ...aliases];

function likest(search: Set<string>, names: string[]): { name: string; likeness: number } {
  const [best] = names.map((name) => ({ name, likeness: likenessToName(search, name) })).sort((a, b) => b.likeness - a.likeness);
  return best!;
}
