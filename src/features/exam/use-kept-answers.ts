import { useCallback, useEffect, useMemo, useRef } from "react";
import type { Degree } from "#app/lib/degrees.ts";
import { createOutbox, useOutboxState } from "#app/lib/outbox.ts";
import type { ExamItem } from "./exam.answers.ts";
import { sendAnswer } from "./exam.queries.ts";

/** An answer that the server does not have yet. `waiting` when it could not be reached and is tried again. */
export type Unsaved = { given: string[]; state: "sending" | "waiting" };

/** No right answer is in it. `givenAt` is the server's time, in milliseconds. */
type Answer = { degree: Degree; attemptId: string; place: number; given: string[]; givenAt: number };

/** Tells the page of the running exam what the server refused. */
let tellPage: ((error: Error) => void) | undefined;

const answers = createOutbox<Answer, void>({
  name: "exame:",
  place: "browser",
  send: sendAnswer,
  refused: (error) => {
    tellPage?.(error as Error);
    return "drop";
  },
});

/**
 * Sends each answer as it is given; of several to one question the last one. What does not arrive is tried again, also after the page was
 * closed and opened again, unless the question was answered later elsewhere.
 * @param items the questions as the server has them
 * @param ahead milliseconds by which the server's clock is ahead of this device's
 * @param onRefused is called when the server takes no more answers
 * @returns what is not kept yet, by place, and how to give an answer
 */
export function useKeptAnswers(
  { degree, attemptId, items, ahead }: { degree: Degree; attemptId: string; items: ExamItem[]; ahead: number },
  onRefused: (error: Error) => void,
): { unsaved: ReadonlyMap<number, Unsaved>; give: (place: number, given: string[]) => void } {
  const latest = useRef({ items, ahead });
  useEffect(() => {
    latest.current = { items, ahead };
  });
  const answeredAt = useCallback(
    (place: number) => Date.parse(latest.current.items.find((item) => item.place === place)?.answeredAt ?? "") || 0,
    [],
  );

  const give = useCallback(
    (place: number, given: string[]) => {
      const givenAt = Math.max(Date.now() + latest.current.ahead, answeredAt(place)); // given after what was known, however the clocks differ
      answers.put(`${attemptId}:${place}`, { degree, attemptId, place, given, givenAt });
      void answers.start();
    },
    [degree, attemptId, answeredAt],
  );

  useEffect(() => {
    tellPage = onRefused;
    return () => {
      tellPage = undefined;
    };
  }, [onRefused]);

  useEffect(() => {
    for (const { key, message } of answers.read())
      if (message.attemptId !== attemptId || answeredAt(message.place) > message.givenAt) answers.takeBack(key);
    void answers.start();
  }, [attemptId, answeredAt]);

  const { waiting, stuck } = useOutboxState(answers);
  const unsaved = useMemo(
    () =>
      new Map<number, Unsaved>(
        waiting.flatMap(({ message: { attemptId: of, place, given } }) =>
          of === attemptId ? [[place, { given, state: stuck ? "waiting" : "sending" }]] : [],
        ),
      ),
    [waiting, stuck, attemptId],
  );
  return { unsaved, give };
}
