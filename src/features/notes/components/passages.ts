import { type Anchor, anchorOf, collapse } from "../anchor.policy.ts";

/** What a passage is chosen in: paragraphs, lines of lists, captions, cells. */
const BLOCKS = "p, li, figcaption, td, th, dd";
/** What is on the page beside the text. */
const NO_TEXT = ".no-print, form, fieldset, nav, aside";
/** Left out of a paragraph's words, as the server leaves it out (paragraphs.ts). */
const WITHOUT = "sup, svg, [data-footnote-backref], [data-note]";

export type Block = { element: HTMLElement; text: string };

/** The paragraphs of a text on its page; of those parts only that are marked `data-passages`, where there are any. */
export function blocksIn(root: HTMLElement): Block[] {
  const parts = [...root.querySelectorAll<HTMLElement>("[data-passages]")];
  return (parts.length > 0 ? parts : [root])
    .flatMap((part) => [...part.querySelectorAll<HTMLElement>(BLOCKS)])
    .filter((element) => !element.querySelector(BLOCKS) && !element.closest(NO_TEXT))
    .map((element) => ({
      element,
      text: collapse(
        textNodes(element)
          .map(({ data }) => data)
          .join(""),
      ),
    }))
    .filter(({ text }) => text !== "");
}

function textNodes(element: HTMLElement): Text[] {
  const found: Text[] = [];
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode as Text;
    if (!node.parentElement!.closest(WITHOUT)) found.push(node);
  }
  return found;
}

/** Where each character of a block's collapsed text is on the page. */
function characters(element: HTMLElement): { node: Text; at: number }[] {
  const found: { node: Text; at: number; space: boolean }[] = [];
  for (const node of textNodes(element))
    for (let at = 0; at < node.data.length; at++) {
      const space = /\s/.test(node.data[at]!);
      if (!space || (found.length > 0 && !found.at(-1)!.space)) found.push({ node, at, space });
    }
  if (found.at(-1)?.space) found.pop();
  return found;
}

/** The part of the page that shows these characters of a block. */
export function rangeOf({ element }: Block, start: number, end: number): Range | undefined {
  const places = characters(element);
  const [first, last] = [places[start], places[end - 1]];
  if (!first || !last) return undefined;
  const range = document.createRange();
  range.setStart(first.node, first.at);
  range.setEnd(last.node, last.at + 1);
  return range;
}

/** The passage that is selected: of a selection over several paragraphs, what is in the first. */
export function selectedPassage(blocks: Block[], selection: Selection | null): Anchor | undefined {
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return undefined;
  const range = selection.getRangeAt(0);
  for (const [position, block] of blocks.entries()) {
    if (!range.intersectsNode(block.element)) continue;
    const inside = characters(block.element).map(({ node, at }) => range.comparePoint(node, at) === 0 && !isEnd(range, node, at));
    let [start, end] = [inside.indexOf(true), inside.lastIndexOf(true) + 1];
    while (start < end && block.text[start] === " ") start++;
    while (end > start && block.text[end - 1] === " ") end--;
    if (start >= 0 && end > start) return anchorOf(block.text, position, start, end);
  }
  return undefined;
}

/** A range ends before the character at its end. */
const isEnd = (range: Range, node: Node, at: number) => range.endContainer === node && range.endOffset === at;
