import { useEffect, useMemo, useRef } from "react";
import { Link } from "react-router";
import { AnswerControls } from "#app/features/courses/components/answer-controls.tsx";
import type { WaitingPage } from "#app/lib/waiting-page.ts";
import { EmptyState, ErrorState, PageShell, Skeleton } from "#app/ui/states.tsx";
import { EndOfDay } from "../components/end-of-day.tsx";
import type { QuestionParts } from "../components/question-card.tsx";
import styles from "../components/review.module.css";
import { Session } from "../components/session.tsx";
import type { ReviewState } from "../review.answers.ts";
import { useKeepDeviceZone, useReview } from "../review.queries.ts";
import { isAnswered, useOutbox } from "../use-outbox.ts";

const partsOf: QuestionParts = (props) => <AnswerControls {...props} />;

const Shell = () => (
  <PageShell>
    <div className={`page ${styles.review}`}>
      <title>Revisão · Academia</title>
      <h1>Revisão</h1>
      <Skeleton label="Carregando..." lines={6} />
    </div>
  </PageShell>
);

export const handle: WaitingPage = { Shell };

export default function ReviewPage() {
  const outbox = useOutbox();
  const review = useReview(outbox.ready);
  const { data, refetch } = review;
  const state = useMemo(() => data && withoutAnswered(data), [data]);
  const through = useRef(false);
  const end = useRef<HTMLHeadingElement>(null);
  const over = state?.left === 0;
  const { mutate: keepZone } = useKeepDeviceZone();
  const zoneUnknown = state?.timeZone === null;
  useEffect(() => {
    if (zoneUnknown) keepZone(); // a device whose zone the academy does not know is left at Brasília's
  }, [zoneUnknown, keepZone]);
  useEffect(() => {
    if (over && through.current) end.current?.focus();
  }, [over]);
  const onThrough = () => {
    through.current = true;
    void refetch();
  };
  return (
    <div className={`page ${styles.review}`}>
      <title>Revisão · Academia</title>
      <h1>Revisão</h1>
      {!state &&
        (review.isError ? (
          <ErrorState title="Erro ao carregar a revisão" error={review.error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton label={outbox.waiting > 0 ? "As suas últimas respostas ainda seguem..." : "Carregando..."} lines={6} />
        ))}
      {state && state.left > 0 && (
        <Session key={review.dataUpdatedAt} state={state} outbox={outbox} parts={partsOf} onThrough={onThrough} />
      )}
      {state && over && (state.cards > 0 ? <EndOfDay state={state} titleRef={end} /> : <NothingYet />)}
    </div>
  );
}

/** Without a connection the cards are those that are kept: what was answered since has not to be answered again. */
function withoutAnswered(state: ReviewState): ReviewState {
  const next = state.next.filter((card) => !isAnswered(card));
  const answered = state.next.length - next.length;
  return { ...state, next, done: state.done + answered, left: state.left - answered };
}

function NothingYet() {
  return (
    <EmptyState title="Nada para rever ainda">
      <p>
        As fichas nascem do que você estuda: os termos e os documentos de cada lição concluída, e as questões que errar. A
        primeira lição já traz as suas.
      </p>
      <Link className="btn" to="/continuar">
        Ir à lição
      </Link>
    </EmptyState>
  );
}
