import { useCallback, useEffect, useRef, useState } from "react";
import { draftOf, draftsInBrowser, forgetDraft, keepDraft } from "#app/lib/drafts.ts";
import { beforeNextTry, isPassing } from "#app/lib/keep-trying.ts";
import type { ExamItem } from "./exam.answers.ts";

/** An answer that the server does not have yet. `waiting` when it could not be reached and is tried again. */
export type Unsaved = { given: string[]; state: "sending" | "waiting" };

/** What has not arrived, by attempt and place, with the server's time at which it was given. No right answer is in it. */
const DRAFTS = "exame:";
type Kept = { given: string[]; at: number };

/**
 * Sends each answer as it is given; of several to one question the last one, after the one that is on its way. What does not arrive is
 * tried again until it does, and is kept in the browser meanwhile, so that a page that is closed and opened again goes on sending it; unless
 * the question was answered later elsewhere.
 * @param items the questions as the server has them
 * @param ahead milliseconds by which the server's clock is ahead of this device's
 * @param send keeps one answer on the server
 * @param onRefused is called when the server takes no more answers
 * @returns what is not kept yet, by place, and how to give an answer
 */
export function useKeptAnswers(
  { attemptId, items, ahead }: { attemptId: string; items: ExamItem[]; ahead: number },
  send: (place: number, given: string[]) => Promise<void>,
  onRefused: (error: Error) => void,
): { unsaved: ReadonlyMap<number, Unsaved>; give: (place: number, given: string[]) => void } {
  const [unsaved, setUnsaved] = useState<ReadonlyMap<number, Unsaved>>(new Map());
  const waiting = useRef(new Map<number, string[]>());
  const busy = useRef(new Set<number>());
  const gone = useRef(false);
  const draft = `${DRAFTS}${attemptId}:`;
  const latest = useRef({ send, onRefused, items, ahead });
  useEffect(() => {
    latest.current = { send, onRefused, items, ahead };
  });

  const note = useCallback(
    (place: number, state: Unsaved | undefined) => {
      const known = latest.current.items.find((item) => item.place === place)?.answeredAt ?? 0;
      const at = Math.max(Date.now() + latest.current.ahead, new Date(known).getTime()); // given after what was known, however the clocks differ
      if (!state) forgetDraft(`${draft}${place}`, "browser");
      else if (state.state === "sending")
        keepDraft(`${draft}${place}`, { given: state.given, at } satisfies Kept, { place: "browser" });
      if (gone.current) return;
      setUnsaved((before) => {
        const next = new Map(before);
        if (state) next.set(place, state);
        else next.delete(place);
        return next;
      });
    },
    [draft],
  );

  const pump = useCallback(
    async (place: number) => {
      if (busy.current.has(place)) return;
      busy.current.add(place);
      for (let given = waiting.current.get(place); given && !gone.current; given = waiting.current.get(place)) {
        try {
          await latest.current.send(place, given);
        } catch (error) {
          if (isPassing(error)) {
            note(place, { given: waiting.current.get(place)!, state: "waiting" });
            await beforeNextTry();
            continue;
          }
          latest.current.onRefused(error as Error);
        }
        if (waiting.current.get(place) !== given) continue; // changed meanwhile
        waiting.current.delete(place);
        note(place, undefined);
      }
      busy.current.delete(place);
    },
    [note],
  );

  const give = useCallback(
    (place: number, given: string[]) => {
      waiting.current.set(place, given);
      note(place, { given, state: "sending" });
      void pump(place);
    },
    [note, pump],
  );

  useEffect(() => {
    gone.current = false;
    for (const name of draftsInBrowser(DRAFTS)) {
      const kept = name.startsWith(draft) ? draftOf<Kept>(name, "browser") : undefined;
      const item = latest.current.items.find(({ place }) => `${draft}${place}` === name);
      const later = item?.answeredAt && kept && Date.parse(item.answeredAt) > kept.at;
      if (kept && item && !later) give(item.place, kept.given);
      else forgetDraft(name, "browser"); // of an attempt that has ended, or answered since
    }
    return () => {
      gone.current = true;
    };
  }, [draft, give]);

  return { unsaved, give };
}
