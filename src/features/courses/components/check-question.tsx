import { type FormEvent, useState } from "react";
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
  /** Sends the reading position first: the server asks that the text was read to its end. */
  beforeAnswer: () => Promise<void>;
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
export function CheckQuestion({ place, check, completed, beforeAnswer }: Props) {
  const { form, prompt } = check;
  const [given, setGiven] = useState(() => START[form](check));
  const [result, setResult] = useState<AnswerResult>();
  const answer = useAnswer(place);
  const Parts = PARTS[form];
  const solved = result?.right === true;

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (given.includes("")) return;
    await beforeAnswer();
    answer.mutate(given, {
      onSuccess: setResult,
      onError: (error) => toastFailure("Resposta não enviada", error),
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
      <div role="status" className={styles.verdict}>
        {result && (
          <p className={solved ? styles.right : styles.wrong}>
            <Icon name={solved ? "check" : "close"} />
            {solved ? "Certo. Lição concluída." : TRY_AGAIN[form]}
          </p>
        )}
        {result && (form === "order" || form === "match") && <p className={styles.explanation}>{result.why}</p>}
      </div>
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
