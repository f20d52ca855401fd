import type { Finding } from "./finding.ts";

/** Longest run of words that two texts may share. */
const LONGEST_RUN = 8;

/** A text as the comparison needs it: no sources, no foreign text, a line for each block. `name` is what findings call it. */
export type ComparedText = { name: string; file: string; text: string };

export type Place = { name: string; file: string; words: string[]; at: number };

const shingleAt = (words: string[], at: number) => words.slice(at, at + LONGEST_RUN + 1).join(" ");

/** Runs of more than eight words that a text shares with one before it in the list; case and punctuation do not count. */
export function findRepetitions(texts: ComparedText[]): Finding[] {
  const places = new Map<string, Place>();
  return texts.flatMap((text) => {
    const findings = repetitionsWith(places, text).map((message) => ({ file: text.file, message }));
    rememberText(places, text);
    return findings;
  });
}

/** What a text shares with those that are remembered, itself not counted. */
export const repetitionsWith = (places: ReadonlyMap<string, Place>, { file, text }: ComparedText): string[] =>
  blocksOf(text).flatMap((words) => repetitionsIn(words, places, file));

/** Remembers the runs of a text, for those that are compared with it. */
export function rememberText(places: Map<string, Place>, { name, file, text }: ComparedText): void {
  for (const words of blocksOf(text)) remember({ name, file, words }, places);
}

const blocksOf = (text: string) => text.split("\n").map((line) => line.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);

function repetitionsIn(words: string[], places: ReadonlyMap<string, Place>, own: string): string[] {
  const runs: string[] = [];
  let at = 0;
  while (at + LONGEST_RUN < words.length) {
    const place = places.get(shingleAt(words, at));
    if (!place || place.file === own) {
      at += 1;
      continue;
    }
    let length = LONGEST_RUN + 1;
    while (at + length < words.length && words[at + length] === place.words[place.at + length]) length += 1;
    runs.push(`${length} palavras iguais às de ${place.name}: “${words.slice(at, at + length).join(" ")}”`);
    at += length;
  }
  return runs;
}

function remember(block: Omit<Place, "at">, places: Map<string, Place>): void {
  for (let at = 0; at + LONGEST_RUN < block.words.length; at += 1) {
    const shingle = shingleAt(block.words, at);
    if (!places.has(shingle)) places.set(shingle, { ...block, at });
  }
}
