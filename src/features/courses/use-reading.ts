import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { leastReadingSeconds } from "#app/lib/study-time.ts";
import type { LessonDetail } from "./courses.answers.ts";
import { useSendProgress } from "./courses.queries.ts";
import { ReadingCredit } from "./reading-credit.ts";

/** How often it is looked at what the screen shows. */
const TICK_MS = 1_000;
/** A longer pause between two looks was the device's sleep, not reading. */
const LONGEST_TICK_SECONDS = 2;
/** How often a position is sent while it changes. */
const REPORT_SECONDS = 10;
/** Smaller moves are not worth a request. */
const STEP = 0.01;
/** How long a reader who scrolled back stays before that counts as his place; going up to leave the page must not lose it. */
const DWELL_SECONDS = 6;
/** Where on the screen, from the top, the reader's eye is taken to be. */
const EYE = 0.3;

const clamp = (value: number) => Math.min(1, Math.max(0, value));

export type Reading = {
  /** An empty element before the paragraph where the reader stopped, when the page was opened there. */
  resumed: HTMLElement | null;
  restart: () => void;
  /** Sends what was not sent yet and waits for it. */
  flush: () => Promise<void>;
  /** Scrolls to the first part that has not been read. @returns whether there is one */
  showUnread: () => boolean;
};

/**
 * Follows a text being read. What was on the screen long enough counts as read (ReadingCredit), while the page is in sight; the place
 * where one reads is what the screen shows when it rests. Both are reported now and then, and on leaving. The page opens where the
 * reader stopped.
 */
export function useReading(lesson: LessonDetail, minutes: number, text: RefObject<HTMLElement | null>): Reading {
  const { module, number, progress } = lesson;
  const send = useSendProgress({ moduleId: module.id, number });
  const [credit] = useState(() => new ReadingCredit(leastReadingSeconds(minutes), progress.furthest));
  const now = useRef({ position: progress.position, seconds: 0 });
  const sent = useRef({ position: progress.position, furthest: progress.furthest });
  const [resumed, setResumed] = useState<HTMLElement | null>(null);

  const report = useCallback(async () => {
    const { position, seconds } = now.current;
    const furthest = credit.share;
    const before = sent.current;
    now.current.seconds = 0;
    sent.current = { position, furthest };
    try {
      const accepted = await send({ position, furthest, seconds });
      credit.assume(accepted.furthest);
    } catch {
      // what could not be sent goes out with the next report; the reader need not know
      now.current.seconds += seconds;
      sent.current = before;
    }
  }, [send, credit]);

  const flush = useCallback(async () => {
    const news =
      Math.abs(now.current.position - sent.current.position) >= STEP || credit.share - sent.current.furthest >= STEP / 10;
    if (news) await report();
  }, [report, credit]);

  // before the paint in which another page takes this one's place: what is measured after that is not this text
  useLayoutEffect(() => {
    const element = text.current;
    if (!element) return;
    void report(); // starts the server's clock
    let last = performance.now();
    let lastEye = Number.NaN;
    let backFor = 0;
    let sinceReport = 0;
    const look = () => {
      const passed = Math.min((performance.now() - last) / 1000, LONGEST_TICK_SECONDS);
      last = performance.now();
      const box = element.getBoundingClientRect();
      if (document.visibilityState === "hidden" || box.height === 0) return;
      now.current.seconds += passed;
      credit.see(clamp(-box.top / box.height), clamp((window.innerHeight - box.top) / box.height), passed);
      const eye = clamp((window.innerHeight * EYE - box.top) / box.height);
      const rests = Math.abs(eye - lastEye) * box.height < window.innerHeight / 2;
      lastEye = eye;
      backFor = rests && eye < now.current.position ? backFor + passed : 0;
      if (rests && (eye > now.current.position || backFor >= DWELL_SECONDS)) now.current.position = eye;
      sinceReport += passed;
      if (sinceReport < REPORT_SECONDS) return;
      sinceReport = 0;
      void flush();
    };
    const timer = setInterval(look, TICK_MS);
    const onHide = () => document.visibilityState === "hidden" && void flush();
    document.addEventListener("visibilitychange", onHide);
    window.addEventListener("pagehide", flush);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", onHide);
      window.removeEventListener("pagehide", flush);
      void flush();
    };
  }, [credit, flush, report, text]);

  useEffect(() => {
    const element = text.current;
    const { position } = sent.current;
    if (!element || position <= 0.03 || position >= 0.97 || window.location.hash !== "" || window.scrollY >= 50) return;
    const mark = markBefore(element, position);
    mark.scrollIntoView({ block: "start" });
    window.scrollBy({ top: -window.innerHeight * EYE });
    setResumed(mark);
    return () => mark.remove();
  }, [text]);

  const restart = useCallback(() => {
    window.scrollTo({ top: 0 });
    setResumed(null);
  }, []);

  const showUnread = useCallback(() => {
    const element = text.current;
    const place = credit.firstUnread;
    if (!element || place === undefined || credit.share >= 0.99) return false;
    const { top, height } = element.getBoundingClientRect();
    window.scrollTo({ top: window.scrollY + top + place * height - window.innerHeight * EYE });
    return true;
  }, [credit, text]);

  return { resumed, restart, flush, showUnread };
}

/** An empty element before the block of the text at `position`, 0 to 1. */
function markBefore(text: HTMLElement, position: number): HTMLElement {
  const { top, height } = text.getBoundingClientRect();
  const blocks = [...text.querySelectorAll<HTMLElement>("p, li, h2, h3, figure, table, blockquote")];
  const there = blocks.find((block) => block.getBoundingClientRect().bottom > top + position * height);
  const block = there?.closest("figure, table, blockquote, ul, ol") ?? there;
  const mark = document.createElement("div");
  block?.before(mark);
  return mark;
}
