import { normalised } from "#app/content/forbidden.ts";
import { compareDegrees, DEGREES, type Degree } from "#app/lib/degrees.ts";

/** So many words in a row that are the same are copied. */
const WORDS = 8;

/** Runs of words of texts that the first degree may not read, sorted, by the lowest degree that may: as numbers, which take a tenth of the words' room. */
export type Shingles = { degree: Degree; runs: Float64Array }[];

/**
 * All runs of eight words of a text, in small letters without accents and punctuation, each as a number of 53 bits: of a million runs, one that is
 * written is taken for another once in ten thousand million times.
 */
export function shinglesOf(text: string): number[] {
  const words = normalised(text).split(" ").map(hashOfWord);
  return Array.from({ length: Math.max(0, words.length - WORDS + 1) }, (_, at) => hashOfRun(words, at));
}

type Hash = [number, number];
const mix = ([one, two]: Hash, value: number, other: number): Hash => [
  Math.imul(one ^ value, 2_654_435_761),
  Math.imul(two ^ other, 1_597_334_677),
];
/** So that all bits of what was mixed weigh in those that are kept. */
const settle = (value: number): number => {
  const half = Math.imul(value ^ (value >>> 16), 2_246_822_507);
  return half ^ (half >>> 13);
};

function hashOfWord(word: string): Hash {
  let hash: Hash = [0x9e3779b9, 0x85ebca6b];
  for (let at = 0; at < word.length; at += 1) hash = mix(hash, word.charCodeAt(at), word.charCodeAt(at));
  return [settle(hash[0]), settle(hash[1])];
}

function hashOfRun(words: Hash[], start: number): number {
  let hash: Hash = [0x27d4eb2f, 0x165667b1];
  for (let at = start; at < start + WORDS; at += 1) hash = mix(hash, words[at]![0], words[at]![1]);
  return (settle(hash[0]) >>> 0) * 2 ** 21 + (settle(hash[1]) >>> 11);
}

/** @param texts what members read, each with the lowest degree that may; null for everybody */
export function collectShingles(texts: { degree: Degree | null; text: string }[]): Shingles {
  const known = new Set<number>();
  return DEGREES.flatMap((degree) => {
    const runs: number[] = [];
    for (const { text } of texts.filter((each) => (each.degree ?? "aprendiz") === degree))
      for (const run of shinglesOf(text)) {
        if (known.has(run)) continue;
        known.add(run);
        runs.push(run);
      }
    return degree === "aprendiz" ? [] : { degree, runs: Float64Array.from(runs).sort() };
  });
}

/** Whether a text has words of one that the readers of a board may not read. */
export function copiesFromAbove(text: string, board: { degree: Degree | null }, shingles: Shingles): boolean {
  const above = shingles.filter(({ degree }) => compareDegrees(degree, board.degree ?? "aprendiz") > 0);
  return above.length > 0 && shinglesOf(text).some((run) => above.some(({ runs }) => has(runs, run)));
}

function has(sorted: Float64Array, value: number): boolean {
  let [from, to] = [0, sorted.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (sorted[middle]! < value) from = middle + 1;
    else to = middle;
  }
  return sorted[from] === value;
}
