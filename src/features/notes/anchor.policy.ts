/**
 * Where a note belongs in its text: the passage itself with what stands before and after it in its paragraph, as the TextQuoteSelector
 * of the W3C Web Annotation Data Model (https://www.w3.org/TR/annotation-model/#text-quote-selector), and which paragraph it was. Found
 * again in a text that was revised (decision 0033).
 */
export type Anchor = {
  /** The passage, within one paragraph, with its spaces collapsed. */
  quote: string;
  prefix: string;
  suffix: string;
  /** Index of its paragraph when the note was written. */
  position: number;
};

/** `exact`: the passage, from `start` to `end` of that paragraph. Otherwise the paragraph that took its place. */
export type Place = { block: number; exact: true; start: number; end: number } | { block: number; exact: false };

/** How much of the paragraph is kept on each side, in characters. */
export const CONTEXT = 80;
/** A passage this long is known by itself; of a shorter one its surroundings must agree too. */
const DISTINCTIVE = 40;
/** The least share of the pairs of words that a revised paragraph still has. */
const SAME_PARAGRAPH = 0.5;

export const collapse = (text: string): string => text.replace(/\s+/g, " ").trim();

/** The anchor of a passage of a paragraph. @param text the paragraph, collapsed */
export function anchorOf(text: string, position: number, start = 0, end = text.length): Anchor {
  return {
    quote: text.slice(start, end),
    prefix: text.slice(Math.max(0, start - CONTEXT), start),
    suffix: text.slice(end, end + CONTEXT),
    position,
  };
}

/** Finds passages again in one text. @param blocks its paragraphs as they are now, collapsed @returns gives nothing for one that is gone */
export function passageFinder(blocks: readonly string[]): (anchor: Anchor) => Place | undefined {
  let pairsOfBlocks: Set<string>[] | undefined; // of a text with many notes they are collected once
  return (anchor) => {
    const exact = bestOccurrence(blocks, anchor);
    if (exact && (exact.context >= 0.5 || anchor.quote.length >= DISTINCTIVE)) return exact.place;
    pairsOfBlocks ??= blocks.map(pairs);
    const revised = likest(pairsOfBlocks, anchor);
    if (revised === undefined) return undefined;
    const start = blocks[revised]!.indexOf(anchor.quote);
    return start < 0
      ? { block: revised, exact: false }
      : { block: revised, exact: true, start, end: start + anchor.quote.length };
  };
}

type Occurrence = { place: Place /** The share of the kept surroundings that agrees. */; context: number; distance: number };

const isBetter = (a: Occurrence, b: Occurrence) => a.context > b.context || (a.context === b.context && a.distance < b.distance);

/** The occurrence of the passage whose surroundings agree most, the nearest among equals. */
function bestOccurrence(blocks: readonly string[], { quote, prefix, suffix, position }: Anchor): Occurrence | undefined {
  const around = prefix.length + suffix.length;
  let best: Occurrence | undefined;
  for (const [block, text] of blocks.entries()) {
    for (let start = text.indexOf(quote); start >= 0; start = text.indexOf(quote, start + 1)) {
      const end = start + quote.length;
      const agreeing = commonBefore(text, start, prefix) + commonAfter(text, end, suffix);
      const context = around === 0 ? Number(start === 0 && end === text.length) : agreeing / around;
      const found: Occurrence = { place: { block, exact: true, start, end }, context, distance: Math.abs(block - position) };
      if (!best || isBetter(found, best)) best = found;
    }
  }
  return best;
}

/** How many characters before a place are the last ones of `prefix`. */
function commonBefore(text: string, start: number, prefix: string): number {
  let count = 0;
  while (count < Math.min(start, prefix.length) && text[start - 1 - count] === prefix[prefix.length - 1 - count]) count++;
  return count;
}

/** How many characters from a place on are the first ones of `suffix`. */
function commonAfter(text: string, end: number, suffix: string): number {
  let count = 0;
  while (count < Math.min(text.length - end, suffix.length) && text[end + count] === suffix[count]) count++;
  return count;
}

/** The paragraph that has most of the pairs of words around the passage, the nearest among equals; nothing below the least share. */
function likest(blocks: readonly Set<string>[], { quote, prefix, suffix, position }: Anchor): number | undefined {
  const wanted = pairs(`${prefix}${quote}${suffix}`);
  if (wanted.size < 4) return undefined; // three words may be anywhere
  let found: { block: number; share: number } | undefined;
  for (const [block, there] of blocks.entries()) {
    const share = [...wanted].filter((pair) => there.has(pair)).length / wanted.size;
    const nearer = found && share === found.share && Math.abs(block - position) < Math.abs(found.block - position);
    if (share >= SAME_PARAGRAPH && (!found || share > found.share || nearer)) found = { block, share };
  }
  return found?.block;
}

function pairs(text: string): Set<string> {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return new Set(words.slice(1).map((word, index) => `${words[index]} ${word}`));
}
