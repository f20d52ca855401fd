import { useCallback, useEffect, useState } from "react";
import { createOutbox, dropped, useOutboxState } from "#app/lib/outbox.ts";
import type { Graded, ReviewJudged } from "./review.answers.ts";
import { type Showing, sendAnswer, sendGrade } from "./review.queries.ts";
import type { Grade } from "./review.schema.ts";

/** A grade, or the answer to a question. */
type Entry = Showing & ({ grade: Grade } | { given: string[] });

const outbox = createOutbox<Entry, Graded | ReviewJudged>({
  name: "revisao:",
  place: "browser",
  send: (entry) => ("grade" in entry ? sendGrade(entry, entry.grade) : sendAnswer(entry, entry.given)),
  refused: dropped, // the card says why
  titleOf: (entry) => ("grade" in entry ? "Ficha da revisão" : "Resposta a uma questão da revisão"),
});

function push<Result extends Graded | ReviewJudged>(entry: Entry): Promise<Result> {
  const key = `${"grade" in entry ? "grade" : "answer"}:${entry.kind}:${entry.subject}:${entry.seen}`;
  const outcome = outbox.outcome(key);
  outbox.put(key, entry);
  void outbox.start();
  return outcome as Promise<Result>;
}

/** Whether this showing of a card has been answered, and the answer waits. */
export const isAnswered = ({ kind, subject, seen }: Showing): boolean =>
  outbox.read().some(({ message }) => message.kind === kind && message.subject === subject && message.seen === seen);

const namesOf = ({ kind, subject, seen }: Showing): Showing => ({ kind, subject, seen });

/**
 * Sends grades and answers, also those of an earlier visit.
 * @returns `waiting` answers that could not be sent yet, `ready` once those of an earlier visit are through, or cannot go now
 */
export function useOutbox() {
  const { waiting, stuck } = useOutboxState(outbox);
  const [through, setThrough] = useState(false);
  useEffect(() => {
    void outbox.start().then(() => setThrough(true));
  }, []);
  const grade = useCallback((showing: Showing, given: Grade) => push<Graded>({ ...namesOf(showing), grade: given }), []);
  const answer = useCallback((showing: Showing, given: string[]) => push<ReviewJudged>({ ...namesOf(showing), given }), []);
  return { grade, answer, waiting: stuck ? waiting.length : 0, ready: through || stuck };
}
