import { type RefObject, useEffect } from "react";
import { useLocation } from "react-router";
import { passageIn } from "#app/lib/passage-link.ts";
import { collapse } from "../anchor.policy.ts";
import { blocksIn, rangeOf } from "./passages.ts";

const HIGHLIGHT = "sought";

/** Opens a text at the passage that the address leads to, and marks it. @param html changes with the text */
export function useSoughtPassage(text: RefObject<HTMLElement | null>, html: string): void {
  const { hash, key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text, or the same link pressed again, is sought anew
  useEffect(() => {
    const words = passageIn(hash);
    if (!words || !text.current) return;
    const sought = collapse(words);
    const block = blocksIn(text.current).find((each) => each.text.includes(sought));
    if (!block) return;
    const start = block.text.indexOf(sought);
    const range = rangeOf(block, start, start + sought.length);
    block.element.closest("details")?.setAttribute("open", "");
    block.element.scrollIntoView({ block: "center" });
    if (range) CSS.highlights?.set(HIGHLIGHT, new Highlight(range));
    return () => {
      CSS.highlights?.delete(HIGHLIGHT);
    };
  }, [hash, key, html, text]);
}
