import { type FormEvent, useState } from "react";
import { Button } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icons.tsx";
import { toastFailure } from "#app/ui/toasts.tsx";
import type { AnswerResult } from "../courses.answers.ts";
import { useAnswer } from "../courses.queries.ts";
import styles from "../pages/lesson.module.css";

type Props = {
  place: { moduleId: number; number: number };
  prompt: string;
  options: { id: string; text: string }[];
  completed: boolean;
  /** Sends the reading position first: the server asks that the text was read to its end. */
  beforeAnswer: () => Promise<void>;
};

/** The question that closes a lesson. The explanation comes after the answer; tries are unlimited. */
export function CheckQuestion({ place, prompt, options, completed, beforeAnswer }: Props) {
  const [chosen, setChosen] = useState<string>();
  const [answered, setAnswered] = useState<{ id: string; result: AnswerResult }>();
  const answer = useAnswer(place);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!chosen) return;
    await beforeAnswer();
    answer.mutate(chosen, {
      onSuccess: (result) => setAnswered({ id: chosen, result }),
      onError: (error) => toastFailure("Resposta não enviada", error),
    });
  };
  const solved = answered?.result.right === true;
  const whyOf = (id: string) =>
    answered?.id === id ? answered.result.why : answered?.result.others.find((other) => other.id === id)?.why;

  return (
    <form className={`${styles.check} no-print`} id="questao" onSubmit={submit}>
      <fieldset disabled={solved}>
        <legend>
          <span className="caps caps-gold">Questão</span>
          <span className={styles.q}>{prompt}</span>
        </legend>
        {completed && !answered && <p className="meta">Você já concluiu esta lição. Pode responder de novo, se quiser.</p>}
        <div className={styles.opts}>
          {options.map(({ id, text }, index) => {
            const mark = answered?.id === id ? (answered.result.right ? "right" : "wrong") : undefined;
            return (
              <div key={id} className={mark && (mark === "right" ? styles.optRight : styles.optWrong)}>
                <label className="choice">
                  <span className="n" aria-hidden="true">
                    {"abcd"[index]})
                  </span>
                  <input
                    type="radio"
                    name="answer"
                    value={id}
                    checked={chosen === id}
                    onChange={() => {
                      setChosen(id);
                      if (!solved) setAnswered(undefined);
                    }}
                  />
                  <span>{text}</span>
                </label>
                {whyOf(id) && <p className={styles.why}>{whyOf(id)}</p>}
              </div>
            );
          })}
        </div>
      </fieldset>
      <div role="status" className={styles.verdict}>
        {answered && (
          <p className={solved ? styles.right : styles.wrong}>
            <Icon name={solved ? "check" : "close"} />
            {solved ? "Certo. Lição concluída." : "Ainda não. Leia a explicação e tente outra alternativa."}
          </p>
        )}
      </div>
      {!solved && (
        <div className={styles.checkFoot}>
          <Button type="submit" disabled={!chosen || answered !== undefined} busy={answer.isPending} busyLabel="Enviando...">
            Responder
          </Button>
          <p className="meta">Você pode tentar quantas vezes quiser. A explicação aparece depois da resposta.</p>
        </div>
      )}
    </form>
  );
}
