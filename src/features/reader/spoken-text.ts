import { EYE } from "./use-place.ts";

/** A paragraph as it is read aloud. */
export type Piece = { element: HTMLElement; text: string; nodes: Text[] };

const PIECES = "p, h2, h3, li, figcaption";
/** What is seen and not said: the numbers of notes, and what is pressed or only drawn. */
const LEFT_OUT = "sup:has(a), .no-print, [data-note], [aria-hidden='true']";

/** The paragraphs of a text on its page, without what is folded away; of parts marked `data-passages` alone, where there are any. */
export function piecesOf(root: HTMLElement): Piece[] {
  const inParts = root.querySelector("[data-passages]") !== null;
  return [...root.querySelectorAll<HTMLElement>(PIECES)]
    .filter(
      (element) =>
        !element.parentElement?.closest("li, figcaption") &&
        element.checkVisibility() &&
        (!inParts || element.closest("[data-passages]")),
    )
    .map((element) => {
      const nodes = textNodesOf(element);
      return { element, nodes, text: nodes.map(({ data }) => data).join("") };
    })
    .filter(({ text }) => text.trim() !== "");
}

function textNodesOf(element: HTMLElement): Text[] {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT, (node) => {
    if (node instanceof Text) return NodeFilter.FILTER_ACCEPT;
    return node instanceof Element && node.matches(LEFT_OUT) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_SKIP;
  });
  const nodes: Text[] = [];
  while (walker.nextNode()) nodes.push(walker.currentNode as Text);
  return nodes;
}

/** Where a part of a paragraph is on the screen. */
export function boxOf({ element, nodes }: Piece, from: number, to: number): DOMRect {
  const range = document.createRange();
  let start = 0;
  let begun = false;
  for (const node of nodes) {
    const end = start + node.length;
    if (!begun && from < end) {
      range.setStart(node, from - start);
      begun = true;
    }
    if (begun && to <= end) {
      range.setEnd(node, to - start);
      return range.getBoundingClientRect();
    }
    start = end;
  }
  return element.getBoundingClientRect();
}

/** How much of the screen, at its head and at its foot, the tools and the player cover. */
const COVERED = { top: 90, bottom: 150 };

/** Scrolls so that a place is where one reads, and not at all where it is well in sight. */
export function bringIntoSight({ top, bottom }: DOMRect): void {
  if (top >= COVERED.top && bottom <= window.innerHeight - COVERED.bottom) return;
  const behavior = matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth";
  window.scrollBy({ top: top - window.innerHeight * EYE, behavior });
}
