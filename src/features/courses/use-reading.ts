import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import type { LessonDetail } from "./courses.answers.ts";
import { sendProgress, useProgressChanged } from "./courses.queries.ts";

/** Quiet time after the last scroll before a position is sent. */
const DEBOUNCE_MS = 2_000;
/** Smaller moves are not worth a request. */
const STEP = 0.01;
/** How long a reader who scrolled back stays before that counts as his place; going up to leave the page must not lose it. */
const DWELL_MS = 6_000;
/** Where on the screen, from the top, the reader's eye is taken to be. */
const EYE = 0.3;

const clamp = (value: number) => Math.min(1, Math.max(0, value));

export type Reading = {
  /** Whether the page was opened where the reader stopped. */
  resumed: boolean;
  restart: () => void;
  /** Sends what was not sent yet and waits for it. */
  flush: () => Promise<void>;
};

/**
 * Follows how far a text was read: sends the position a moment after scrolling, and once more on leaving; opens the page where
 * the reader stopped.
 */
export function useReading(lesson: LessonDetail, text: RefObject<HTMLElement | null>): Reading {
  const { module, number, progress } = lesson;
  const place = useRef({ moduleId: module.id, number });
  const now = useRef({ position: progress.position, furthest: progress.furthest });
  const sent = useRef({ position: progress.position, furthest: progress.furthest });
  const moved = useRef(false);
  const [resumed, setResumed] = useState(false);
  const progressChanged = useRef(useProgressChanged());

  const flush = useCallback(async () => {
    const { position, furthest: reached } = now.current;
    const news = Math.abs(position - sent.current.position) >= STEP || reached > sent.current.furthest;
    if (!moved.current || !news) return;
    sent.current = { position, furthest: reached };
    // A position that could not be sent goes out with the next one; the reader need not know.
    await sendProgress(place.current, { position, furthest: reached }).then(
      () => progressChanged.current(),
      () => {
        sent.current = { position: -1, furthest: -1 };
      },
    );
  }, []);

  useEffect(() => {
    const element = text.current;
    if (!element) return;
    let dwell: ReturnType<typeof setTimeout> | undefined;
    const measure = () => {
      const box = element.getBoundingClientRect();
      const position = clamp((window.innerHeight * EYE - box.top) / box.height);
      clearTimeout(dwell);
      if (position >= now.current.position) now.current.position = position;
      else
        dwell = setTimeout(() => {
          now.current.position = position;
          void flush();
        }, DWELL_MS);
      const reached = clamp((window.innerHeight - box.top) / box.height);
      now.current.furthest = Math.max(now.current.furthest, reached);
    };
    const { position } = sent.current;
    if (position > 0.03 && position < 0.97 && window.location.hash === "" && window.scrollY < 50) {
      const box = element.getBoundingClientRect();
      window.scrollTo({ top: window.scrollY + box.top + position * box.height - window.innerHeight * EYE });
      setResumed(true);
    }
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onScroll = () => {
      moved.current = true;
      measure();
      clearTimeout(timer);
      timer = setTimeout(() => void flush(), DEBOUNCE_MS);
    };
    const onLeave = () => document.visibilityState === "hidden" && void flush();
    window.addEventListener("scroll", onScroll, { passive: true });
    document.addEventListener("visibilitychange", onLeave);
    window.addEventListener("pagehide", flush);
    return () => {
      clearTimeout(timer);
      clearTimeout(dwell);
      window.removeEventListener("scroll", onScroll);
      document.removeEventListener("visibilitychange", onLeave);
      window.removeEventListener("pagehide", flush);
      void flush();
    };
  }, [flush, text]);

  const restart = useCallback(() => {
    window.scrollTo({ top: 0 });
    setResumed(false);
  }, []);
  return { resumed, restart, flush };
}
