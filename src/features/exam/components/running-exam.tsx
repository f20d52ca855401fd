import { type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { askOf, FORMS, isAnsweredBy, promptOf } from "#app/features/courses/question-forms.policy.ts";
import { blankAnswer } from "#app/features/courses/questions.policy.ts";
import { ApiError } from "#app/lib/api.ts";
import { DEGREE_LABEL, type Degree } from "#app/lib/degrees.ts";
import { hourAndMinute } from "#app/lib/format.ts";
import { numberInWords, opening, plural } from "#app/lib/text.ts";
import { Button } from "#app/ui/button.tsx";
import { ConfirmDialog } from "#app/ui/confirm-dialog.tsx";
import { Icon } from "#app/ui/icons.tsx";
import { Scene } from "#app/ui/scene.tsx";
import { toastError, toastFailure } from "#app/ui/toasts.tsx";
import type { ExamItem, RunningAttempt } from "../exam.answers.ts";
import { isComplete } from "../exam.policy.ts";
import { useDeliver, useFlag } from "../exam.queries.ts";
import { type Unsaved, useKeptAnswers } from "../use-kept-answers.ts";
import styles from "./exam.module.css";
import { ExamClock } from "./exam-clock.tsx";
import { LeaveExam } from "./leave-exam.tsx";
import { QuestionStrip } from "./question-strip.tsx";

type Props = {
  degree: Degree;
  attempt: RunningAttempt;
  /** Milliseconds by which the server's clock is ahead of this device's. */
  ahead: number;
  /** It was begun on this page, by a button that has gone: the question takes the focus. */
  begun: boolean;
  /** The parts that a question is answered with. */
  parts: (item: ExamItem, given: string[], onChange: (given: string[]) => void) => ReactNode;
  /** The attempt has ended, here or in another browser. @param why an answer that came after it did not count */
  onEnd: (why?: string) => void;
};

/** The twenty questions: each answer is kept as it is given. */
export function RunningExam({ degree, attempt, ahead, begun, parts, onEnd }: Props) {
  const { items } = attempt;
  const [current, setCurrent] = useState(() => items.find(({ given }) => !isComplete(given))?.place ?? 1);
  const [delivering, setDelivering] = useState(false);
  const [isOver, setIsOver] = useState(false);
  const title = useRef<HTMLHeadingElement>(null);
  const flag = useFlag(degree, attempt.id);
  const deliver = useDeliver(attempt.id);
  const refused = useCallback(
    (error: Error) => {
      const ended = error instanceof ApiError && (error.code === "exam_over" || error.code === "exam_delivered");
      if (ended) onEnd(error.message);
      else toastFailure("Resposta não guardada", error);
    },
    [onEnd],
  );
  const { unsaved, give } = useKeptAnswers({ degree, attemptId: attempt.id, items, ahead }, refused);
  const givenOf = (item: ExamItem) => unsaved.get(item.place)?.given ?? item.given;
  const strip = items.map((item) => ({
    place: item.place,
    answered: isComplete(givenOf(item)),
    waiting: unsaved.get(item.place)?.state === "waiting",
    flagged: item.flagged,
  }));
  const item = items[current - 1]!;
  const go = (place: number) => {
    setDelivering(false);
    setCurrent(place);
    title.current?.focus({ preventScroll: true });
    window.scrollTo({ top: 0 });
  };
  useEffect(() => {
    if (!begun) return;
    title.current?.focus({ preventScroll: true });
    window.scrollTo({ top: 0 });
  }, [begun]);
  const over = useCallback(() => {
    setIsOver(true);
    onEnd();
  }, [onEnd]);
  const closing = hourAndMinute(new Date(Date.parse(attempt.closesAt) - ahead));
  const finish = () => {
    if (unsaved.size > 0)
      return toastError("Ainda não dá para entregar", "Há respostas que não chegaram à Academia. Espere a conexão voltar.");
    deliver.mutate(undefined, { onSuccess: () => onEnd(), onError: (error) => toastFailure("Exame não entregue", error) });
  };

  if (isOver)
    return (
      <div className={`page deg-${degree}`}>
        <header className="page-head">
          <p className="caps caps-gold">Exame de {DEGREE_LABEL[degree]}</p>
          <h1>O tempo acabou</h1>
          <p className="lead">
            O que estava guardado foi entregue. O resultado aparece aqui assim que houver conexão.
            {unsaved.size > 0 && ` ${notInTime(unsaved.size)}`}
          </p>
        </header>
        <ExamClock closesAt={attempt.closesAt} ahead={ahead} onOver={over} />
      </div>
    );
  return (
    <div className={`page ${styles.exam} deg-${degree}`}>
      <LeaveExam closesAt={attempt.closesAt} ahead={ahead} unsaved={unsaved.size} />
      <header className={styles.head}>
        <p className="caps caps-gold">Exame de {DEGREE_LABEL[degree]}</p>
        <h1 ref={title} tabIndex={-1}>
          Questão {current} <small>de {items.length}</small>
        </h1>
      </header>
      <ExamClock closesAt={attempt.closesAt} ahead={ahead} onOver={over} />
      <QuestionStrip items={strip} current={current} onGo={go} />
      <form className={styles.paper} onSubmit={(event) => event.preventDefault()}>
        <p className={styles.kind}>{item.scene ? "Um caso" : FORMS[item.form].label}</p>
        <p className={styles.about}>
          <About item={item} />
        </p>
        <Scene text={item.scene} />
        <fieldset>
          <legend>
            <span className={styles.q}>{promptOf(item)}</span>
          </legend>
          {askOf(item.form) && <Classes />}
          {parts(item, givenOf(item) ?? blankAnswer(item), (given) => give(current, given))}
        </fieldset>
        <div className={styles.kept}>
          <Kept item={item} unsaved={unsaved.get(current)} onKeepOrder={() => give(current, blankAnswer(item))} />
          <button
            type="button"
            className={styles.flag}
            aria-pressed={item.flagged}
            onClick={() =>
              flag.mutate(
                { place: current, flagged: !item.flagged },
                { onError: (error) => toastFailure("Questão não marcada", error) },
              )
            }
          >
            <Icon name="mark" />
            {item.flagged ? "Marcada para rever" : "Marcar para rever"}
          </button>
        </div>
        <div className={styles.steps}>
          <Button look="secondary" disabled={current === 1} onClick={() => go(current - 1)}>
            <Icon name="arrow-l" />
            Anterior
          </Button>
          {current < items.length ? (
            <Button onClick={() => go(current + 1)}>
              Próxima
              <Icon name="arrow" />
            </Button>
          ) : (
            <Button onClick={() => setDelivering(true)}>Rever e entregar</Button>
          )}
        </div>
      </form>
      <aside className={styles.deliver} aria-label="Entregar">
        <h2 className="caps">Entregar</h2>
        <p>
          Cada resposta fica guardada no momento em que é dada. Se a ligação cair ou o telefone desligar, volte a esta página: o
          exame continua de onde parou.
        </p>
        <p>Às {closing} o que estiver guardado é entregue. Questão em branco conta como errada.</p>
        <button type="button" className="go" onClick={() => setDelivering(true)}>
          Rever e entregar <Icon name="arrow" />
        </button>
      </aside>
      <ConfirmDialog
        open={delivering}
        onClose={() => setDelivering(false)}
        title="Entregar o exame?"
        look="primary"
        action="Entregar"
        busyLabel="Entregando..."
        busy={deliver.isPending}
        onConfirm={finish}
      >
        <Jump
          label={(count) =>
            `${plural(count, "questão em branco, que conta como errada", "questões em branco, que contam como erradas")}:`
          }
          none="As vinte questões estão respondidas."
          places={strip.filter(({ answered }) => !answered).map(({ place }) => place)}
          onGo={go}
        />
        <Jump
          label={(count) => `${plural(count, "questão marcada", "questões marcadas")} para rever:`}
          places={strip.filter(({ flagged }) => flagged).map(({ place }) => place)}
          onGo={go}
        />
        <p>Depois de entregar, as respostas não mudam mais.</p>
      </ConfirmDialog>
    </div>
  );
}

const notInTime = (count: number) =>
  count === 1
    ? "Uma resposta não chegou a tempo, e não conta."
    : `${opening(numberInWords(count, "f"))} respostas não chegaram a tempo, e não contam.`;

/** Of what text the question speaks: its words are "a lição", "o trecho", "o comentário". */
function About({ item: { lesson, document } }: { item: ExamItem }) {
  if (document) return `Sobre o documento “${document.title}”, ${document.date}`;
  return lesson && `Sobre a lição “${lesson}”`;
}

/** What the three classes mean; they are the same in every question of the form. */
const Classes = () => (
  <dl className={`terms ${styles.classes}`}>
    <div>
      <dt>Documento</dt>
      <dd>está escrito numa fonte com data</dd>
    </div>
    <div>
      <dt>Tradição</dt>
      <dd>a Ordem transmite, sem fonte da época</dd>
    </div>
    <div>
      <dt>Interpretação</dt>
      <dd>é o sentido que um autor lhe dá</dd>
    </div>
  </dl>
);

/** Whether the answer is with the academy. */
function Kept({ item, unsaved, onKeepOrder }: { item: ExamItem; unsaved: Unsaved | undefined; onKeepOrder: () => void }) {
  const given = unsaved?.given ?? item.given;
  if (unsaved?.state === "waiting")
    return (
      <p role="status">
        <Icon name="alert" />
        <span>
          <b>Ainda não guardada.</b> A conexão falhou. Tentamos de novo até conseguir. Se fechar a página, volte a ela dentro do
          tempo.
        </span>
      </p>
    );
  if (unsaved)
    return (
      <p role="status">
        <Icon name="clock" />
        <span>Guardando...</span>
      </p>
    );
  if (!given && isAnsweredBy(item.form, "order"))
    return (
      <p role="status">
        <Icon name="clock" />
        <span>
          <b>Por responder.</b>{" "}
          <button type="button" className="go" onClick={onKeepOrder}>
            Manter esta ordem
          </button>
        </span>
      </p>
    );
  if (!given || !item.answeredAt)
    return (
      <p role="status">
        <Icon name="clock" />
        <span>
          <b>Por responder.</b>
        </span>
      </p>
    );
  const at = hourAndMinute(new Date(item.answeredAt));
  const open = given.filter((id) => id === "").length;
  if (open > 0)
    return (
      <p role="status">
        <Icon name="clock" />
        <span>
          <b>
            {given.length - open} de {given.length} guardados.
          </b>{" "}
          {open === 1 ? "Falta um." : `Faltam ${open}.`}
        </span>
      </p>
    );
  return (
    <p role="status" className={styles.saved}>
      <Icon name="check" />
      <span>
        <b>{isAnsweredBy(item.form, "order") ? "Ordem guardada" : "Resposta guardada"}</b> às {at}. Pode mudá-la até entregar.
      </span>
    </p>
  );
}

/** Questions to go back to before delivering. */
function Jump(props: { label: (count: number) => string; none?: string; places: number[]; onGo: (place: number) => void }) {
  const { label, none, places, onGo } = props;
  if (places.length === 0) return none ? <p>{none}</p> : null;
  return (
    <>
      <p>{label(places.length)}</p>
      <div className={styles.jump}>
        {places.map((place) => (
          <button key={place} type="button" aria-label={`Ir à questão ${place}`} onClick={() => onGo(place)}>
            {place}
          </button>
        ))}
      </div>
    </>
  );
}
