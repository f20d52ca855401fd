import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { ApiError } from "#app/lib/api.ts";
import { longDate, timeAgo } from "#app/lib/format.ts";
import { listInWords, numberInWords } from "#app/lib/text.ts";
import { Button } from "#app/ui/button.tsx";
import { SmallGauge } from "#app/ui/gauge.tsx";
import { Icon } from "#app/ui/icons.tsx";
import { showResult } from "#app/ui/show-result.ts";
import { toastFailure } from "#app/ui/toasts.tsx";
import type { ReviewCard, ReviewJudged, ReviewState } from "../review.answers.ts";
import { GRADES, type Grade } from "../review.schema.ts";
import type { useOutbox } from "../use-outbox.ts";
import { metWith } from "../words.ts";
import { Back, CardFrame } from "./card-frame.tsx";
import { Grades } from "./grades.tsx";
import { QuestionCard, type QuestionParts } from "./question-card.tsx";
import styles from "./review.module.css";

type Props = {
  state: ReviewState;
  outbox: ReturnType<typeof useOutbox>;
  parts: QuestionParts;
  /** The cards at hand are through and with the academy: more are asked for. */
  onThrough: () => void;
};

/** The cards at hand, one after the other. A grade is sent while the next card is already shown. */
export function Session({ state, outbox, parts, onThrough }: Props) {
  const { next } = state;
  const [at, setAt] = useState(0);
  const [done, setDone] = useState(state.done);
  const [turned, setTurned] = useState(false);
  const sent = useRef<Promise<unknown>[]>([]);
  const title = useRef<HTMLHeadingElement>(null);
  const back = useRef<HTMLElement>(null);
  const card = next[at];
  const total = state.done + state.left;

  const goOn = useCallback(
    (through: boolean) => {
      if (through) setDone((count) => count + 1);
      setTurned(false);
      setAt(at + 1);
      if (at + 1 === next.length) void Promise.allSettled(sent.current).then(onThrough);
    },
    [at, next.length, onThrough],
  );
  const grade = useCallback(
    (given: Grade) => {
      if (!card) return;
      const answer = outbox.grade(card, given);
      answer.catch((error: unknown) => tellRefusal(error));
      sent.current.push(answer);
      goOn(card.grades[given].days > 0);
    },
    [card, outbox.grade, goOn],
  );
  const turn = useCallback(() => setTurned(true), []);
  const gradable = turned || (card?.kind === "question" && card.answered !== null);
  useKeys(gradable ? grade : undefined, card && card.kind !== "question" && !turned ? turn : undefined);
  useFocusOnChange(title, at);
  useEffect(() => {
    if (turned) showResult(back.current);
  }, [turned]);

  if (!card)
    return (
      <p className="meta" role="status">
        {outbox.waiting > 0 ? <Stuck count={outbox.waiting} /> : "Guardando..."}
      </p>
    );
  const number = Math.min(total, done + 1);
  const sendAnswer = async (given: string[]): Promise<ReviewJudged> => {
    try {
      return await outbox.answer(card, given);
    } catch (error) {
      tellRefusal(error);
      if (error instanceof ApiError && ["review_stale", "exam_question"].includes(error.code)) goOn(false);
      throw error;
    }
  };
  return (
    <>
      <Today done={done} total={total} left={next.slice(at)} more={state.left > next.length} />
      <div className={styles.desk}>
        {card.kind === "question" ? (
          <QuestionCard
            key={`${card.subject} ${at}`}
            card={card}
            number={number}
            parts={parts}
            titleRef={title}
            stuck={outbox.waiting > 0}
            send={sendAnswer}
            onJudged={({ right }) => right && setTurned(true)}
            onNext={() => goOn(false)}
          />
        ) : (
          <CardFrame key={`${card.subject} ${at}`} {...frontOf(card)} number={number} titleRef={title}>
            {turned && <Back card={card} backRef={back} />}
          </CardFrame>
        )}
        {card.kind !== "question" && !turned && (
          <div className={styles.show}>
            <Button onClick={turn} aria-keyshortcuts="Space">
              Mostrar a resposta
            </Button>
            <p className="meta">Responda primeiro para si, em voz baixa ou por escrito.</p>
          </div>
        )}
        {gradable && <Grades grades={card.grades} onGrade={grade} />}
        {outbox.waiting > 0 && card.kind !== "question" && (
          <p className={styles.stuck} role="status">
            <Icon name="alert" />
            <Stuck count={outbox.waiting} />
          </p>
        )}
        <ThisCard card={card} waiting={total - done - 1} />
      </div>
    </>
  );
}

const tellRefusal = (error: unknown) => toastFailure("Resposta não contada", error as Error);

const frontOf = (card: Exclude<ReviewCard, { kind: "question" }>) =>
  card.kind === "term"
    ? { kind: "Termo", title: card.term, ask: "O que é, e o que se ensina a respeito?" }
    : { kind: "Documento", title: card.title, ask: `${card.author}, ${card.date}. O que diz, e o que não diz?`, long: true };

/**
 * The keys 1 to 4 grade, while the focus is at the card, where it goes when the card is turned: by themselves, as a voice that dictates may
 * press them, they do nothing elsewhere (WCAG 2.1.4). Space and Enter turn the card, unless they press something.
 */
function useKeys(grade: ((grade: Grade) => void) | undefined, turn: (() => void) | undefined) {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
      const target = event.target instanceof Element ? event.target : null;
      if (target?.closest("input, select, textarea, [contenteditable], [role=dialog]")) return;
      const chosen = target?.closest(`.${styles.desk}`) && grade && GRADES[Number(event.key) - 1];
      if (chosen) grade(chosen);
      else if (turn && (event.key === " " || event.key === "Enter") && !target?.closest("a, button, summary")) turn();
      else return;
      event.preventDefault();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [grade, turn]);
}

/** The next card's title takes the focus, and so is read out; not the first one, which the page has brought. */
function useFocusOnChange(title: RefObject<HTMLHeadingElement | null>, at: number) {
  const last = useRef(at);
  useEffect(() => {
    if (last.current !== at) title.current?.focus();
    last.current = at;
  }, [title, at]);
}

const Stuck = ({ count }: { count: number }) => (
  <span>
    Sem conexão. {count === 1 ? "A sua resposta está guardada" : `${count} respostas estão guardadas`} e{" "}
    {count === 1 ? "segue" : "seguem"} assim que a internet voltar.
  </span>
);

/** How far the day is, and what is left of it. */
function Today({ done, total, left, more }: { done: number; total: number; left: ReviewCard[]; more: boolean }) {
  const label = `${done} de ${total} fichas revistas`;
  return (
    <div className={styles.today}>
      <div>
        <p>
          <b>{done}</b> de {total}
        </p>
        <p className="meta">{more ? "" : `${kindsInWords(left)}.`}</p>
      </div>
      <SmallGauge value={(done / total) * 100} divisions={total} label={label} />
    </div>
  );
}

/** "Doze termos, seis questões e dois documentos" */
function kindsInWords(cards: ReviewCard[]): string {
  const count = (kind: ReviewCard["kind"]) => cards.filter((card) => card.kind === kind).length;
  const part = (number: number, gender: "m" | "f", one: string, many: string) =>
    number === 0 ? [] : [`${numberInWords(number, gender)} ${number === 1 ? one : many}`];
  const words = listInWords([
    ...part(count("term"), "m", "termo", "termos"),
    ...part(count("question"), "f", "questão", "questões"),
    ...part(count("document"), "m", "documento", "documentos"),
  ]);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function ThisCard({ card, waiting }: { card: ReviewCard; waiting: number }) {
  const { metAt, lastReviewedAt, seen, source } = card;
  return (
    <aside className={styles.margin} aria-labelledby="t-nesta">
      <h2 className="caps" id="t-nesta">
        Nesta ficha
      </h2>
      <p>
        Entrou na revisão em {longDate(new Date(metAt))}, {metWith(source)}.{" "}
        {lastReviewedAt
          ? `Vista ${seen === 1 ? "uma vez" : `${numberInWords(seen, "f")} vezes`}; a última, ${timeAgo(new Date(lastReviewedAt))}.`
          : "Ainda não foi revista."}
      </p>
      <p className={styles.leave}>
        <Link className="go" to="/dashboard">
          Parar por aqui <Icon name="arrow" />
        </Link>
        <span className="meta">
          {waiting <= 0 ? "É a última de hoje." : waiting === 1 ? "A outra espera." : `As outras ${waiting} esperam.`}
        </span>
      </p>
    </aside>
  );
}
