import { normalised } from "#app/content/forbidden.ts";
import { compareDegrees, type Degree } from "#app/lib/degrees.ts";

/** So many words in a row that are the same are copied. */
const WORDS = 8;

/** Runs of words by the lowest degree of the texts that have them, of what the first degree may not read. */
export type Shingles = ReadonlyMap<string, Degree>;

/** All runs of eight words of a text, in small letters without accents and punctuation. */
export function shinglesOf(text: string): string[] {
  const words = normalised(text).split(" ");
  return Array.from({ length: Math.max(0, words.length - WORDS + 1) }, (_, at) => words.slice(at, at + WORDS).join(" "));
}

/** @param texts what members read, each with the lowest degree that may; null for everybody */
export function collectShingles(texts: { degree: Degree | null; text: string }[]): Shingles {
  const lowestFirst = texts.toSorted((a, b) => compareDegrees(a.degree ?? "aprendiz", b.degree ?? "aprendiz"));
  const open = new Set<string>();
  const found = new Map<string, Degree>();
  for (const { degree, text } of lowestFirst)
    for (const shingle of shinglesOf(text))
      if (degree === null || degree === "aprendiz") open.add(shingle);
      else if (!open.has(shingle) && !found.has(shingle)) found.set(shingle, degree);
  return found;
}

/** Whether a text has words of one that the readers of a board may not read. */
export const copiesFromAbove = (text: string, board: { degree: Degree | null }, shingles: Shingles): boolean =>
  shinglesOf(text).some((shingle) => {
    const degree = shingles.get(shingle);
    return degree !== undefined && compareDegrees(degree, board.degree ?? "aprendiz") > 0;
  });
