import { type RefObject, useCallback, useEffect, useState } from "react";
import { isScrolled } from "#app/lib/early.ts";

/** Where on the screen, from the top, the reader's eye is taken to be. */
export const EYE = 0.3;
/** How long a reader who scrolled back stays before that counts as their place; going up to leave the page must not lose it. */
const DWELL_SECONDS = 6;

export const clamp = (value: number) => Math.min(1, Math.max(0, value));

/** Follows where in a text one reads: what the screen shows when it rests. */
export class RestingPlace {
  position: number;
  #lastEye = Number.NaN;
  #backFor = 0;

  /** @param position where one stopped before, 0 to 1 */
  constructor(position: number) {
    this.position = position;
  }

  /** One look at the text, so many seconds after the one before. @param box the text's place on the window */
  see(box: DOMRect, seconds: number): void {
    const eye = clamp((window.innerHeight * EYE - box.top) / box.height);
    const rests = Math.abs(eye - this.#lastEye) * box.height < window.innerHeight / 2;
    this.#lastEye = eye;
    this.#backFor = rests && eye < this.position ? this.#backFor + seconds : 0;
    if (rests && (eye > this.position || this.#backFor >= DWELL_SECONDS)) this.position = eye;
  }
}

export type ResumedPlace = {
  /** An empty element before the paragraph where the reader stopped, when the page was opened there. */
  resumed: HTMLElement | null;
  restart: () => void;
};

/** Opens a text where its reader stopped. @param position where that was, 0 to 1, when the page was opened */
export function useResumedPlace(text: RefObject<HTMLElement | null>, position: number): ResumedPlace {
  const [from] = useState(position);
  const [resumed, setResumed] = useState<HTMLElement | null>(null);
  useEffect(() => {
    const element = text.current;
    if (!element || from <= 0.03 || from >= 0.97 || window.location.hash !== "" || isScrolled()) return;
    const mark = markBefore(element, from);
    mark.scrollIntoView({ block: "start" });
    window.scrollBy({ top: -window.innerHeight * EYE });
    setResumed(mark);
    return () => mark.remove();
  }, [text, from]);
  const restart = useCallback(() => {
    window.scrollTo({ top: 0 });
    setResumed(null);
  }, []);
  return { resumed, restart };
}

/** An empty element before the block of the text at `position`, 0 to 1. */
function markBefore(text: HTMLElement, position: number): HTMLElement {
  const { top, height } = text.getBoundingClientRect();
  const blocks = [...text.querySelectorAll<HTMLElement>("p, li, h2, h3, figure, table, blockquote")];
  const there = blocks.find((block) => block.getBoundingClientRect().bottom > top + position * height);
  const block = there?.closest("figure") ?? there?.closest("table, blockquote, ul, ol") ?? there;
  const mark = document.createElement("div");
  block?.before(mark);
  return mark;
}
