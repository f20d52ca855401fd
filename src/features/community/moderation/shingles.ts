import { normalised } from "#app/content/forbidden.ts";
import { coversDegree, DEGREES, type Degree } from "#app/lib/degrees.ts";

/** So many words in a row that are the same are copied. */
const WORDS = 8;

/** Runs of words of texts that the first degree may not read, sorted, by the lowest degree that may: as numbers, which take a tenth of the words' room. */
export type Shingles = { degree: Degree; runs: Float64Array }[];

/**
 * All runs of eight words of a text, in small letters without accents and punctuation, each as a number of 53 bits: of a million runs, one that is
 * written is taken for another once in ten thousand million times.
 */
export function shinglesOf(text: string): number[] {
  const words = normalised(text).split(" ");
  // two hashes of 32 bits for each word, of which those of a run are mixed again
  const [one, two] = [
    Int32Array.from(words, (word) => hashOf(word, 0x9e3779b1)),
    Int32Array.from(words, (word) => hashOf(word, 0x85ebca6b)),
  ];
  return Array.from(
    { length: Math.max(0, words.length - WORDS + 1) },
    (_, at) => (mixed(one, at) >>> 0) * 2 ** 21 + (mixed(two, at) >>> 11),
  );
}

function hashOf(word: string, seed: number): number {
  let hash = seed;
  for (let at = 0; at < word.length; at += 1) hash = Math.imul(hash ^ word.charCodeAt(at), 0x01000193);
  return settled(hash);
}

function mixed(hashes: Int32Array, start: number): number {
  let hash = WORDS;
  for (let at = start; at < start + WORDS; at += 1) hash = Math.imul(hash ^ hashes[at]!, 0x9e3779b1);
  return settled(hash);
}

/** So that all bits of what was mixed weigh in those that are kept. */
function settled(hash: number): number {
  const half = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return half ^ (half >>> 13);
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
  const above = shingles.filter(({ degree }) => !coversDegree(board.degree ?? "aprendiz", degree));
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
