import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from "react";
import { isAttended } from "#app/features/reader/attended.ts";
import { clamp, EYE, RestingPlace, type ResumedPlace, useResumedPlace } from "#app/features/reader/use-place.ts";
import { canWait } from "#app/lib/keep-trying.ts";
import { leastReadingSeconds } from "#app/lib/study-time.ts";
import type { LessonDetail } from "./courses.answers.ts";
import { READ_TO_END } from "./courses.policy.ts";
import { useSendProgress } from "./courses.queries.ts";
import { readingWaiting, reportLater } from "./outboxes.ts";
import { ReadingCredit } from "./reading-credit.ts";

/** How often it is looked at what the screen shows. */
const TICK_MS = 1_000;
/** A longer pause between two looks was the device's sleep, not reading. */
const LONGEST_TICK_SECONDS = 2;
/** How often a position is sent while it changes. */
const REPORT_SECONDS = 10;
/** Smaller moves are not worth a request. */
const STEP = 0.01;

export type Reading = ResumedPlace & {
  /** Sends what was not sent yet and waits for it. */
  flush: () => Promise<void>;
  /** Whether part of the text was not on the screen long enough. */
  hasUnread: () => boolean;
  /** Scrolls to its beginning. */
  showUnread: () => void;
};

/**
 * Follows a text being read. What was on the screen long enough counts as read (ReadingCredit), while the page is in sight; the place
 * where one reads is what the screen shows when it rests. Both are reported now and then, and on leaving. The page opens where the
 * reader stopped.
 */
export function useReading(lesson: LessonDetail, minutes: number, text: RefObject<HTMLElement | null>): Reading {
  const { id: lessonId, title, module, number } = lesson;
  const moduleId = module.id;
  // what was read without a connection is on its way
  const [progress] = useState(() => {
    const waiting = readingWaiting(lessonId);
    if (!waiting) return lesson.progress;
    return { position: waiting.position, furthest: Math.max(waiting.furthest, lesson.progress.furthest) };
  });
  const send = useSendProgress({ moduleId, number });
  const leastSeconds = leastReadingSeconds(minutes);
  const [credit] = useState(() => new ReadingCredit(leastSeconds, progress.furthest));
  const [place] = useState(() => new RestingPlace(progress.position));
  const seconds = useRef(0);
  const sent = useRef({ position: progress.position, furthest: progress.furthest });
  const { resumed, restart } = useResumedPlace(text, progress.position);

  const report = useCallback(async () => {
    const { position } = place;
    const furthest = credit.share;
    const before = sent.current;
    const passed = seconds.current;
    seconds.current = 0;
    sent.current = { position, furthest };
    try {
      const accepted = await send({ lessonId, position, furthest, seconds: passed });
      credit.assume(accepted.furthest);
      // reports that arrive close together claim more than the server's clock allows: what it left out is claimed again
      const leftOut = Math.max(0, furthest - accepted.furthest);
      seconds.current += Math.min(passed, leftOut * leastSeconds);
      sent.current = { ...sent.current, furthest: accepted.furthest };
    } catch (error) {
      if (canWait(error) && passed > 0)
        return reportLater({ moduleId, number, lessonId, title }, { position, furthest, seconds: passed });
      // what was refused is said with the next report; the reader need not know
      seconds.current += passed;
      sent.current = before;
    }
  }, [send, credit, place, leastSeconds, moduleId, number, lessonId, title]);

  const flush = useCallback(async () => {
    const news = Math.abs(place.position - sent.current.position) >= STEP || credit.share - sent.current.furthest >= STEP / 10;
    if (news) await report();
  }, [report, credit, place]);

  // before the paint in which another page takes this one's place: what is measured after that is not this text
  useLayoutEffect(() => {
    const element = text.current;
    if (!element) return;
    void report(); // starts the server's clock
    let last = performance.now();
    let sinceReport = 0;
    const look = () => {
      const passed = Math.min((performance.now() - last) / 1000, LONGEST_TICK_SECONDS);
      last = performance.now();
      const box = element.getBoundingClientRect();
      if (document.visibilityState === "hidden" || box.height === 0) return;
      place.see(box, passed);
      sinceReport += passed;
      // a lesson to which reading aloud went on by itself counts from its reader's first touch
      if (isAttended()) {
        seconds.current += passed;
        credit.see(clamp(-box.top / box.height), clamp((window.innerHeight - box.top) / box.height), passed);
      }
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
  }, [credit, place, flush, report, text]);

  const hasUnread = useCallback(() => credit.firstUnread !== undefined && credit.share < READ_TO_END, [credit]);

  const showUnread = useCallback(() => {
    const element = text.current;
    const unread = credit.firstUnread;
    if (!element || unread === undefined) return;
    const { top, height } = element.getBoundingClientRect();
    window.scrollTo({ top: window.scrollY + top + unread * height - window.innerHeight * EYE });
  }, [credit, text]);

  return { resumed, restart, flush, hasUnread, showUnread };
}
