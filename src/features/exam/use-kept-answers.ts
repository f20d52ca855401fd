import { useCallback, useEffect, useRef, useState } from "react";
import { ApiError } from "#app/lib/api.ts";
import { draftOf, forgetDraft, keepDraft } from "#app/lib/drafts.ts";

/** An answer that the server does not have yet. `waiting` when it could not be reached and is tried again. */
export type Unsaved = { given: string[]; state: "sending" | "waiting" };

const RETRY_MS = 3_000;

/** The server is away or busy, which passes; anything else it has refused. */
const isPassing = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status === 0 || error.status === 429 || error.status >= 500;

/** Waits a moment, or until the connection is back. */
const moment = () =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(done, RETRY_MS);
    function done() {
      clearTimeout(timer);
      window.removeEventListener("online", done);
      resolve();
    }
    window.addEventListener("online", done);
  });

/**
 * Sends each answer as it is given; of several to one question the last one, after the one that is on its way. What does not arrive is
 * tried again until it does, and is kept in the tab meanwhile, so that a page that is loaded again goes on sending it.
 * @param send keeps one answer on the server
 * @param onRefused is called when the server takes no more answers
 * @returns what is not kept yet, by place, and how to give an answer
 */
export function useKeptAnswers(
  attemptId: string,
  send: (place: number, given: string[]) => Promise<void>,
  onRefused: (error: Error) => void,
): { unsaved: ReadonlyMap<number, Unsaved>; give: (place: number, given: string[]) => void } {
  const [unsaved, setUnsaved] = useState<ReadonlyMap<number, Unsaved>>(new Map());
  const waiting = useRef(new Map<number, string[]>());
  const busy = useRef(new Set<number>());
  const gone = useRef(false);
  const draft = `exame:${attemptId}`;
  const latest = useRef({ send, onRefused });
  useEffect(() => {
    latest.current = { send, onRefused };
  });

  const note = useCallback(
    (place: number, state: Unsaved | undefined) => {
      if (waiting.current.size > 0) keepDraft(draft, Object.fromEntries(waiting.current));
      else forgetDraft(draft);
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
            await moment();
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
    for (const [place, given] of Object.entries(draftOf<Record<string, string[]>>(draft) ?? {})) give(Number(place), given);
    return () => {
      gone.current = true;
    };
  }, [draft, give]);

  return { unsaved, give };
}
