import { type FormEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { askOf, isAnsweredBy, promptOf } from "#app/features/courses/question-forms.policy.ts";
import { blankAnswer } from "#app/features/courses/questions.policy.ts";
import { Button } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icons.tsx";
import { showResult } from "#app/ui/show-result.ts";
import type { QuestionCard as Question, ReviewJudged } from "../review.answers.ts";
import { comebackInWords, sourceInWords } from "../words.ts";
import { CardFrame, Source } from "./card-frame.tsx";
import styles from "./review.module.css";

/** Draws the parts of a question, which belong to the lessons. */
export type QuestionParts = (props: {
  check: Question["check"];
  given: string[];
  result: ReviewJudged | undefined;
  onChange: (given: string[]) => void;
}) => ReactNode;

type Props = {
  card: Question;
  number: number;
  parts: QuestionParts;
  titleRef: RefObject<HTMLHeadingElement | null>;
  /** The connection is away: the answer waits for it. */
  stuck: boolean;
  send: (given: string[]) => Promise<ReviewJudged>;
  /** The answer is there. */
  onJudged: (judged: ReviewJudged) => void;
  /** A wrong answer was graded by itself. */
  onNext: () => void;
};

/** A question that is asked: the answer goes to the server, which alone knows the right one. */
export function QuestionCard({ card, number, parts, titleRef, stuck, send, onJudged, onNext }: Props) {
  const { check, answered } = card;
  const [given, setGiven] = useState(() => blankAnswer(check));
  const [sending, setSending] = useState(false);
  const [judged, setJudged] = useState<ReviewJudged>();
  const verdict = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (judged) showResult(verdict.current);
  }, [judged]);
  const ask = askOf(check.form);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (sending || given.includes("")) return;
    setSending(true);
    send(given).then(
      (result) => {
        setJudged(result);
        setSending(false);
        onJudged(result);
      },
      () => setSending(false),
    );
  };
  const words = judged?.answer ?? answered;
  return (
    <CardFrame
      kind={check.scene ? "Questão · Um caso" : ask ? `Questão · ${ask}` : "Questão"}
      number={number}
      scene={check.scene}
      title={promptOf(check)}
      long
      titleRef={titleRef}
    >
      <form className={styles.question} onSubmit={submit}>
        {!answered && (
          <fieldset disabled={sending || judged !== undefined} aria-labelledby="t-ficha">
            {parts({ check, given, result: judged, onChange: setGiven })}
          </fieldset>
        )}
        <div ref={verdict} role="status" tabIndex={-1} className={styles.verdict}>
          {words && (
            <p className={!judged || judged.right ? styles.right : styles.wrong}>
              <Icon name={!judged || judged.right ? "check" : "close"} />
              <b>{!judged ? "Você já respondeu certo." : judged.right ? "Certo." : "Desta vez, não."}</b>
            </p>
          )}
          {words && (!judged?.right || !judged) && <RightAnswer words={words} ordered={isAnsweredBy(check.form, "order")} />}
          {judged && !isAnsweredBy(check.form, "marks") && <p>{judged.why}</p>}
          {judged?.comeback && <p className="meta">A ficha volta {backInWords(judged.comeback)}.</p>}
          {stuck && sending && (
            <p className={styles.stuck}>
              <Icon name="alert" />
              <span>Sem conexão. A sua resposta está guardada e segue assim que a internet voltar.</span>
            </p>
          )}
          {stuck && sending && (
            <Button look="secondary" onClick={onNext}>
              Ir à próxima ficha
            </Button>
          )}
        </div>
        {words && <Source to={card.source.path}>{sourceInWords(card.source)}</Source>}
        {judged && !judged.right ? (
          <Button onClick={onNext}>
            Próxima ficha <Icon name="arrow" />
          </Button>
        ) : (
          !words && (
            <Button type="submit" disabled={given.includes("")} busy={sending} busyLabel="Enviando...">
              Responder
            </Button>
          )
        )}
      </form>
    </CardFrame>
  );
}

const backInWords = (comeback: NonNullable<ReviewJudged["comeback"]>): string => {
  const { when, after } = comebackInWords(comeback);
  return comeback.days === 0 ? `${when}, ${after}` : `${after}`;
};

function RightAnswer({ words, ordered }: { words: string[]; ordered: boolean }) {
  const List = ordered ? "ol" : "ul";
  return (
    <div className={styles.solution}>
      <h3 className="caps">Resposta</h3>
      {words.length === 1 ? (
        <p>{words[0]}</p>
      ) : (
        <List>
          {words.map((word) => (
            <li key={word}>{word}</li>
          ))}
        </List>
      )}
    </div>
  );
}
