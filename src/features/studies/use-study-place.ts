import { type RefObject, useLayoutEffect, useRef, useState } from "react";
import { RestingPlace, type ResumedPlace, useResumedPlace } from "#app/features/reader/use-place.ts";
import { canWait } from "#app/lib/keep-trying.ts";
import { placeWaiting, sendPlaceLater } from "./outbox.ts";
import type { StudyText } from "./studies.answers.ts";
import { useSendPosition } from "./studies.queries.ts";

type Study = Pick<StudyText, "id" | "title" | "position">;

const TICK_SECONDS = 1;
/** How often a place is sent while it changes. */
const REPORT_TICKS = 10;
/** Smaller moves are not worth a request. */
const STEP = 0.01;

/** Follows where a study is being read, and opens it where its reader stopped. The place is sent now and then, and on leaving. */
export function useStudyPlace({ id: studyId, title, position: known }: Study, text: RefObject<HTMLElement | null>): ResumedPlace {
  const [position] = useState(() => placeWaiting(studyId) ?? known);
  const [place] = useState(() => new RestingPlace(position));
  const sent = useRef(position);
  const send = useSendPosition(studyId);

  // before the paint in which another page takes this one's place: what is measured after that is not this text
  useLayoutEffect(() => {
    const element = text.current;
    if (!element) return;
    const report = () => {
      const before = sent.current;
      if (Math.abs(place.position - before) < STEP) return;
      sent.current = place.position;
      // what could not be sent goes out later; the reader need not know
      send(place.position).catch((error: unknown) => {
        if (canWait(error)) sendPlaceLater({ id: studyId, title, position: place.position });
        else sent.current = before;
      });
    };
    let ticks = 0;
    const timer = setInterval(() => {
      const box = element.getBoundingClientRect();
      if (document.visibilityState === "hidden" || box.height === 0) return;
      place.see(box, TICK_SECONDS);
      ticks += 1;
      if (ticks % REPORT_TICKS === 0) report();
    }, TICK_SECONDS * 1000);
    const onHide = () => document.visibilityState === "hidden" && report();
    document.addEventListener("visibilitychange", onHide);
    window.addEventListener("pagehide", report);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", onHide);
      window.removeEventListener("pagehide", report);
      report();
    };
  }, [place, send, text, studyId, title]);

  return useResumedPlace(text, position);
}
