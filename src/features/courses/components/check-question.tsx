import { type FormEvent, type ReactNode, useRef, useState } from "react";
import { ApiError } from "#app/lib/api.ts";
import { Button } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icons.tsx";
import { toastFailure } from "#app/ui/toasts.tsx";
import type { AnswerResult, CheckDetail } from "../courses.answers.ts";
import { useAnswer } from "../courses.queries.ts";
import styles from "../pages/lesson.module.css";
import { Alternatives } from "./alternatives.tsx";
import { MatchPairs } from "./match-pairs.tsx";
import { OrderItems } from "./order-items.tsx";

type Props = {
  place: { moduleId: number; number: number };
  check: CheckDetail;
  completed: boolean;
  /** Sends the reading first: the server asks that the text was read to its end. */
  beforeAnswer: () => Promise<void>;
  /** Scrolls to the first part that was not read. @returns whether there is one */
  showUnread: () => boolean;
  /** What follows a right answer. */
  children: ReactNode;
};

const PARTS = { choice: Alternatives, classify: Alternatives, order: OrderItems, match: MatchPairs };

const TRY_AGAIN = {
  choice: "Ainda não. Leia a explicação e tente outra alternativa.",
  classify: "Ainda não. Leia a explicação e tente outra alternativa.",
  order: "Ainda não. Mude a ordem do que está marcado e tente de novo.",
  match: "Ainda não. Mude o que está marcado e tente de novo.",
};

const START: Record<CheckDetail["form"], (check: CheckDetail) => string[]> = {
  choice: () => [""],
  classify: () => [""],
  order: ({ options }) => options.map(({ id }) => id),
  match: ({ lefts }) => lefts.map(() => ""),
};

/** The question that closes a lesson. The explanation comes after the answer; tries are unlimited. */
export function CheckQuestion({ place, check, completed, beforeAnswer, showUnread, children }: Props) {
  const { form, prompt } = check;
  const [given, setGiven] = useState(() => START[form](check));
  const [result, setResult] = useState<AnswerResult>();
  const answer = useAnswer(place, beforeAnswer);
  const Parts = PARTS[form];
  const solved = result?.right === true;
  const verdict = useRef<HTMLDivElement>(null);
  const unread = answer.error instanceof ApiError && answer.error.code === "lesson_unread";

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (given.includes("")) return;
    answer.mutate(given, {
      onSuccess: (judged) => {
        setResult(judged);
        verdict.current?.focus();
      },
      onError: (error) => {
        if (!(error instanceof ApiError && error.code === "lesson_unread")) toastFailure("Resposta não enviada", error);
      },
    });
  };
  const change = (next: string[]) => {
    setGiven(next);
    setResult(undefined);
  };

  return (
    <form className={`${styles.check} no-print`} id="questao" onSubmit={submit}>
      <fieldset disabled={solved}>
        <legend>
          <span className="caps caps-gold">{form === "classify" ? "Documento, tradição ou interpretação?" : "Questão"}</span>
          <span className={styles.q}>{form === "classify" ? `“${prompt}”` : prompt}</span>
        </legend>
        {completed && !result && <p className="meta">Você já concluiu esta lição. Pode responder de novo, se quiser.</p>}
        <Parts check={check} given={given} result={result} onChange={change} />
      </fieldset>
      <div ref={verdict} role="status" className={styles.verdict} tabIndex={-1}>
        {result && (
          <p className={solved ? styles.right : styles.wrong}>
            <Icon name={solved ? "check" : "close"} />
            {solved ? "Certo. Lição concluída." : TRY_AGAIN[form]}
          </p>
        )}
        {result && (form === "order" || form === "match") && <p className={styles.explanation}>{result.why}</p>}
      </div>
      {solved && children}
      {unread && (
        <p className="form-error" role="alert">
          <Icon name="alert" />
          <span>
            {answer.error?.message} O que passou depressa pela tela ainda não conta como lido.{" "}
            <button type="button" className="go" onClick={showUnread}>
              Ir ao que falta ler
            </button>
          </span>
        </p>
      )}
      {!solved && (
        <div className={styles.checkFoot}>
          <Button
            type="submit"
            disabled={given.includes("") || result !== undefined}
            busy={answer.isPending}
            busyLabel="Enviando..."
          >
            Responder
          </Button>
          <p className="meta">Você pode tentar quantas vezes quiser. A explicação aparece depois da resposta.</p>
        </div>
      )}
    </form>
  );
}
