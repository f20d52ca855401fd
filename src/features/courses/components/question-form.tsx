import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { draftOf, forgetDraft, keepDraft } from "#app/lib/drafts.ts";
import { hourAndMinute } from "#app/lib/format.ts";
import { useMutation } from "#app/lib/use-mutation.ts";
import { Button } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icons.tsx";
import { Scene } from "#app/ui/scene.tsx";
import { showResult } from "#app/ui/show-result.ts";
import type { CheckDetail, JudgedAnswer } from "../courses.answers.ts";
import styles from "../pages/lesson.module.css";
import { askOf, FORMS, isAnsweredBy, promptOf } from "../question-forms.policy.ts";
import { blankAnswer } from "../questions.policy.ts";
import { AnswerControls } from "./answer-controls.tsx";

type Props<Result extends JudgedAnswer> = {
  /** What the form is linked by. */
  id?: string;
  /** What it is called above the question: "Questão". */
  name: string;
  check: CheckDetail;
  /** What is said before the answer to one who has answered right before. */
  solvedBefore: string | false;
  /** "Certo." */
  praise: string;
  /** What is said beside the button. */
  hint: string;
  send: (given: string[]) => Promise<Result>;
  onFailure: (error: Error) => void;
  /** What went wrong with the last answer. */
  problem?: ReactNode;
  /** Since when the answer waits for the connection, in milliseconds. */
  waitingSince?: number | undefined;
  /** What follows a right answer. */
  children?: ReactNode;
};

/** By its options, whose ids are the question's own; they come in another order to each member, but in the same at each reading. */
const draftName = ({ options }: CheckDetail) => `resposta:${options[0]!.id}`;

/** The answer that was begun before the page was left or loaded again, or an empty one. */
function answerBegun(check: CheckDetail): string[] {
  const start = blankAnswer(check);
  const kept = draftOf<string[]>(draftName(check));
  const known = kept?.every((id) => id === "" || check.options.some((option) => option.id === id));
  return known && kept!.length === start.length ? kept! : start;
}

/** Thrown by `send`: the answer goes out when the connection is back. */
export class AnswerWaits extends Error {}

/** A question with its answer in one of five forms. The explanation comes after the answer; tries are unlimited. */
export function QuestionForm<Result extends JudgedAnswer>(props: Props<Result>) {
  const { id, name, check, solvedBefore, praise, hint, send, onFailure, problem, waitingSince, children } = props;
  const { form, scene } = check;
  const ask = askOf(form);
  const draft = draftName(check);
  const waiting = waitingSince !== undefined;
  const [given, setGiven] = useState(() => answerBegun(check));
  const [result, setResult] = useState<Result>();
  const answer = useMutation({ mutationFn: send });
  const solved = result?.right === true;
  const verdict = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (result) showResult(verdict.current);
  }, [result]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (given.includes("")) return;
    answer.mutate(given, {
      onSuccess: (judged) => {
        setResult(judged);
        if (judged.right) forgetDraft(draft);
      },
      onError: (error) => !(error instanceof AnswerWaits) && onFailure(error),
    });
  };
  const change = (next: string[]) => {
    setGiven(next);
    keepDraft(draft, next);
    setResult(undefined);
  };

  return (
    <form className={`${styles.check} no-print`} id={id} onSubmit={submit}>
      <p className="caps caps-gold">{[name, scene ? "Um caso" : ask].filter(Boolean).join(" · ")}</p>
      <Scene text={scene} />
      <fieldset disabled={solved || waiting}>
        <legend>
          <span className={styles.q}>{promptOf(check)}</span>
        </legend>
        {solvedBefore && !result && <p className="meta">{solvedBefore} Pode responder de novo, se quiser.</p>}
        <AnswerControls check={check} given={given} result={result} onChange={change} />
      </fieldset>
      <div ref={verdict} role="status" className={styles.verdict} tabIndex={-1}>
        {result && (
          <p className={solved ? styles.right : styles.wrong}>
            <Icon name={solved ? "check" : "close"} />
            {solved ? praise : FORMS[form].retry}
          </p>
        )}
        {result && !isAnsweredBy(form, "marks") && <p className={styles.explanation}>{result.why}</p>}
      </div>
      {solved && children}
      {problem}
      {waiting && (
        <p className={styles.waiting} role="status">
          <Icon name="wait" />
          Resposta pendente, das {hourAndMinute(new Date(waitingSince))}. Saberá se acertou quando ela chegar: a resposta certa
          não fica no aparelho.
        </p>
      )}
      {!solved && !waiting && (
        <div className={styles.checkFoot}>
          <Button
            type="submit"
            disabled={given.includes("") || result !== undefined}
            busy={answer.isPending}
            busyLabel="Enviando..."
          >
            Responder
          </Button>
          <p className="meta">{hint}</p>
        </div>
      )}
    </form>
  );
}
