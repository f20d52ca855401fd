/** A part of a paragraph that is said in one breath, by its place in the paragraph's text. */
export type Utterance = { piece: number; from: number; to: number };

/** Some voices are cut off after fifteen seconds. At the slowest speed so many letters take less. */
const MOST = 180;

/** After what a long paragraph is best cut, the best first; a full stop after an abbreviation ends no sentence. */
const PLACES = [
  /(?<!(?<!\p{L})(?:srs?|sras?|drs?|irs?|ss?|st|séc|cap|art|pp?|vol|eds?|nn?|vv?|ca?|cf|prof|gen|av|a|d))[.!?…]+[”"’»)\]]*\s+/giu,
  /[;:]\s+/g,
  /,\s+|\s+[—–]\s+/g,
  /\s+/g,
];

/** A cut sooner than this would leave a scrap; the next best place is taken instead. */
const LEAST = 30;

/** The end of what is said next, of a text from some letter on. */
function endOf(text: string, from: number): number {
  if (text.length - from <= MOST) return text.length;
  const head = text.slice(from, from + MOST);
  for (const place of PLACES) {
    const ends = [...head.matchAll(place)].map(({ index, 0: { length } }) => index + length).filter((end) => end >= LEAST);
    if (ends.length > 0) return from + ends.at(-1)!;
  }
  return from + MOST;
}

/** What is said of a text, in its order: paragraphs in parts of whole sentences where they are short enough. @param pieces the paragraphs */
export function utterancesOf(pieces: readonly string[]): Utterance[] {
  return pieces.flatMap((text, piece) => {
    const parts: Utterance[] = [];
    for (let from = 0; from < text.length; ) {
      const to = endOf(text, from);
      if (text.slice(from, to).trim() !== "") parts.push({ piece, from, to });
      from = to;
    }
    return parts;
  });
}

/** Where a piece begins in the queue; the end of the queue where it has none. */
export const beginningOf = (queue: readonly Utterance[], piece: number): number => {
  const at = queue.findIndex((utterance) => utterance.piece >= piece);
  return at < 0 ? queue.length : at;
};

/**
 * Where a step of a paragraph leads: on to the next one, or back to the beginning of this one, and from there to the one before.
 * @returns the length of the queue where there is none after it
 */
export function stepFrom(queue: readonly Utterance[], at: number, by: 1 | -1): number {
  const piece = queue[Math.min(at, queue.length - 1)]?.piece ?? 0;
  if (by === 1) return beginningOf(queue, piece + 1);
  const beginning = beginningOf(queue, piece);
  return at > beginning ? beginning : beginningOf(queue, queue[beginning - 1]?.piece ?? 0);
}
