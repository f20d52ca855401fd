import { useCallback, useEffect, useRef, useState } from "react";
import { draftOf, forgetDraft, keepDraft } from "#app/lib/drafts.ts";
import { beforeNextTry, isPassing } from "#app/lib/keep-trying.ts";
import type { Graded, ReviewJudged } from "./review.answers.ts";
import { type Showing, useSendAnswer, useSendGrade } from "./review.queries.ts";
import type { Grade } from "./review.schema.ts";

/** A grade, or the answer to a question. */
type Entry = Showing & { grade?: Grade; given?: string[] };
type Waiting = { entry: Entry; settle: (result: Graded | ReviewJudged) => void; refuse: (error: unknown) => void };

const DRAFT = "revisao";

/**
 * Sends answers one after the other. What does not arrive is tried again until it does, and is kept in the tab meanwhile, so that a page
 * that is loaded again goes on sending it; the server counts an answer once, however often it arrives.
 * @returns `waiting` answers that could not be sent yet, `ready` once those of an earlier visit are through
 */
export function useOutbox() {
  const sendGrade = useSendGrade();
  const sendAnswer = useSendAnswer();
  const queue = useRef<Waiting[]>([]);
  const busy = useRef(false);
  const gone = useRef(false);
  const [waiting, setWaiting] = useState(0);
  const [ready, setReady] = useState(false);

  const pump = useCallback(async () => {
    if (busy.current) return;
    busy.current = true;
    for (let first = queue.current[0]; first && !gone.current; first = queue.current[0]) {
      const { entry, settle, refuse } = first;
      try {
        settle(await (entry.grade ? sendGrade(entry, entry.grade) : sendAnswer(entry, entry.given ?? [])));
      } catch (error) {
        if (isPassing(error)) {
          if (!gone.current) setWaiting(queue.current.length);
          await beforeNextTry();
          continue;
        }
        refuse(error);
      }
      queue.current.shift();
      keep(queue.current);
    }
    busy.current = false;
    if (!gone.current) setWaiting(0);
  }, [sendGrade, sendAnswer]);

  const push = useCallback(
    <Result extends Graded | ReviewJudged>(entry: Entry): Promise<Result> =>
      new Promise<Result>((settle, refuse) => {
        queue.current.push({ entry, settle: settle as Waiting["settle"], refuse });
        keep(queue.current);
        void pump();
      }),
    [pump],
  );

  useEffect(() => {
    gone.current = false;
    void pump(); // what a render that was given up had begun
    const left = queue.current.length > 0 ? [] : (draftOf<Entry[]>(DRAFT) ?? []);
    void Promise.allSettled(left.map((entry) => push(entry))).then(() => {
      if (!gone.current) setReady(true);
    });
    return () => {
      gone.current = true;
    };
  }, [push, pump]);

  const grade = useCallback((showing: Showing, given: Grade) => push<Graded>({ ...namesOf(showing), grade: given }), [push]);
  const answer = useCallback((showing: Showing, given: string[]) => push<ReviewJudged>({ ...namesOf(showing), given }), [push]);
  return { grade, answer, waiting, ready };
}

const namesOf = ({ kind, subject, seen }: Showing): Showing => ({ kind, subject, seen });

function keep(queue: Waiting[]): void {
  if (queue.length === 0) forgetDraft(DRAFT);
  else
    keepDraft(
      DRAFT,
      queue.map(({ entry }) => entry),
    );
}
