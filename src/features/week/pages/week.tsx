import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Link } from "react-router";
import { ThisDay } from "#app/features/ephemerides/components/this-day.tsx";
import { sendNote } from "#app/features/notes/notes.queries.ts";
import { useChangePreferences, usePreferences } from "#app/features/notices/notices.queries.ts";
import { KeepLater } from "#app/features/offline/components/late.tsx";
import { isAway } from "#app/lib/api.ts";
import { shortDay } from "#app/lib/format.ts";
import { plural } from "#app/lib/text.ts";
import type { WaitingPage } from "#app/lib/waiting-page.ts";
import { Button } from "#app/ui/button.tsx";
import { TextAreaField } from "#app/ui/field.tsx";
import { Icon } from "#app/ui/icons.tsx";
import { ErrorState, PageShell, Skeleton } from "#app/ui/states.tsx";
import { toastError, toastFailure, toastSuccess } from "#app/ui/toasts.tsx";
import type { Week } from "../week.answers.ts";
import { weekInWords } from "../week.policy.ts";
import { useTakeStep, useWeek } from "../week.queries.ts";
import type { WeekStep } from "../week.schema.ts";
import styles from "./week.module.css";

const Shell = () => (
  <PageShell>
    <div className="page">
      <title>Semana · Academia</title>
      <header className="page-head">
        <h1>Quatro passos, um por noite</h1>
      </header>
      <Skeleton label="Carregando..." lines={8} />
    </div>
  </PageShell>
);

export const handle: WaitingPage = { Shell };

/** The path of the week: a lesson, a document, a question and a piece. */
export default function WeekPage() {
  const week = useWeek();
  if (week.isPending) return <Shell />;
  if (week.isError)
    return (
      <div className="page">
        <title>Semana · Academia</title>
        <ErrorState title="Erro ao carregar a semana" error={week.error} onRetry={() => void week.refetch()} />
      </div>
    );
  return <Path week={week.data} />;
}

function Path({ week }: { week: Week }) {
  const { from, to, lesson, document, question, piece, thisDay, group, past } = week;
  const steps = [lesson, document, question, piece].filter((step) => step !== null);
  const done = steps.filter(({ doneAt }) => doneAt !== null).length;
  const next = steps.find(({ doneAt }) => doneAt === null);
  return (
    <div className="page">
      <title>Semana · Academia</title>
      <header className="page-head">
        <p className="caps caps-gold">Semana de {weekInWords(from, to)}</p>
        <h1>Quatro passos, um por noite</h1>
        <p className="lead">
          A peça da semana é “{piece.title}”.{" "}
          {done > 0 &&
            (done === steps.length
              ? "Os passos estão todos dados."
              : `${plural(done, "passo já está dado", "passos já estão dados")}.`)}
        </p>
      </header>
      <div className="with-aside">
        <div>
          <ol className={styles.week} aria-label="O caminho da semana">
            {lesson && (
              <Step
                number={1}
                kind="Lição"
                time={`${lesson.minutes} minutos`}
                doneAt={lesson.doneAt}
                read="lida"
                isNext={next === lesson}
              >
                <h2>
                  <Link to={lesson.path}>{lesson.title}</Link>
                </h2>
                <p>{lesson.standfirst}</p>
              </Step>
            )}
            {document && (
              <Step
                number={2}
                kind="Documento"
                time="alguns minutos"
                doneAt={document.doneAt}
                read="lido"
                isNext={next === document}
                week={week}
                step="document"
              >
                <h2>
                  <Link to={document.path}>{document.title}</Link>
                </h2>
                <p>A página de que a peça da semana lê um trecho.</p>
              </Step>
            )}
            <Step
              number={3}
              kind="Para pensar"
              time="o tempo que quiser"
              doneAt={question.doneAt}
              read="pensada"
              isNext={next === question}
              week={week}
              step="question"
            >
              <h2>Uma pergunta</h2>
              <p className={styles.question}>{question.text}</p>
            </Step>
            <Step
              number={4}
              kind="Peça"
              time={`${piece.minutes} minutos`}
              doneAt={piece.doneAt}
              read="lida"
              isNext={next === piece}
              week={week}
              step="piece"
            >
              <h2>
                <Link to={piece.path}>{piece.title}</Link>
              </h2>
              <p>{piece.standfirst}</p>
            </Step>
          </ol>
          {group && (
            <p>
              <Link className="go" to={`/grupos/${group.id}`}>
                Leitura em grupo: {group.title} <Icon name="arrow" />
              </Link>
            </p>
          )}
          <KeepLater kind="week" id={from} label="Baixar a semana" />
          <p className={styles.rest}>O que ficar por fazer não se acumula. Na segunda-feira começa outro caminho.</p>
        </div>
        <aside className={styles.side}>
          {thisDay && <ThisDay day={thisDay} />}
          <OnMondays />
          {past.length > 0 && <Past past={past} />}
        </aside>
      </div>
    </div>
  );
}

type StepProps = {
  number: number;
  kind: string;
  time: string;
  doneAt: string | null;
  /** "lida", "lido" */
  read: string;
  /** Whether it is the first that is not taken yet. */
  isNext: boolean;
  children: ReactNode;
} & ({ week: Week; step: WeekStep } | { week?: undefined; step?: undefined });

function Step({ number, kind, time, doneAt, read, isNext, children, week, step }: StepProps) {
  return (
    <li className={doneAt ? styles.done : isNext ? styles.now : undefined}>
      <span className={`${styles.number} osf`} aria-hidden="true">
        {number}
      </span>
      <div>
        <p className={styles.kind}>
          <span>{kind}</span>
          <span>{time}</span>
          {doneAt && (
            <span className={styles.taken}>
              <Icon name="check" />
              {read} {onDay(doneAt)}
            </span>
          )}
        </p>
        {children}
        {step && (
          <div className={`${styles.actsBeside} no-print`}>
            {step === "question" && <Line week={week} />}
            <Taken week={week} step={step} doneAt={doneAt} />
          </div>
        )}
      </div>
    </li>
  );
}

/** "na terça-feira", "no sábado" */
function onDay(moment: string): string {
  const day = new Date(moment).toLocaleDateString("pt-BR", { weekday: "long" });
  return `${/feira$/.test(day) ? "na" : "no"} ${day}`;
}

/** The member says themselves that a step is taken: that a page was opened proves nothing. */
function Taken({ week: { from }, step, doneAt }: { week: Week; step: WeekStep; doneAt: string | null }) {
  const take = useTakeStep(from);
  return (
    <button
      type="button"
      className="quiet"
      onClick={() =>
        take.mutate({ step, isDone: doneAt === null }, { onError: (error) => toastFailure("O passo não foi guardado", error) })
      }
    >
      {doneAt ? "Ainda não" : "Já fiz"}
    </button>
  );
}

/** The questions stand after the piece's text; the notes of a text are listed by their places. */
const AT_THE_END = 9_999;

/** A line that the member writes about the question; it is kept among their notes of the piece. */
function Line({ week }: { week: Week }) {
  const [open, setOpen] = useState(false);
  const [body, setBody] = useState("");
  const [error, setError] = useState<string>();
  const take = useTakeStep(week.from);
  const { question, piece } = week;
  const write = useMutation({
    mutationFn: (words: string) => {
      const place = {
        kind: "study",
        textId: piece.id,
        quote: question.text,
        prefix: "",
        suffix: "",
        position: AT_THE_END,
      } as const;
      return sendNote({ id: crypto.randomUUID(), ...place, colour: "gold", body: words });
    },
  });
  if (!open)
    return (
      <button type="button" className="btn btn-2 btn-sm" onClick={() => setOpen(true)}>
        Escrever uma linha
      </button>
    );
  const keep = () => {
    if (body.trim() === "") return setError("Escreva a linha, ou feche sem escrever");
    write.mutate(body, {
      onSuccess: () => {
        toastSuccess("Guardada nas suas anotações");
        setOpen(false);
        setBody("");
        take.mutate({ step: "question", isDone: true });
      },
      onError: (failure) =>
        isAway(failure)
          ? toastError("Sem conexão", "A linha continua aqui. Guarde-a quando a conexão voltar.")
          : toastFailure("A linha não foi guardada", failure),
    });
  };
  return (
    <form
      className={styles.line}
      onSubmit={(event) => {
        event.preventDefault();
        keep();
      }}
      noValidate
    >
      <TextAreaField
        label="O que lhe ocorre"
        help="Só você lê. Fica em Minhas anotações, com a pergunta."
        rows={3}
        maxLength={10_000}
        error={error}
        value={body}
        onChange={({ target }) => {
          setBody(target.value);
          setError(undefined);
        }}
      />
      <div className={styles.acts}>
        <Button type="submit" busy={write.isPending} busyLabel="Guardando...">
          Guardar
        </Button>
        <button type="button" className="quiet" onClick={() => setOpen(false)}>
          Fechar
        </button>
      </div>
    </form>
  );
}

/** The week by e-mail, chosen or left with one press; the same choice as in /notificacoes. */
function OnMondays() {
  const preferences = usePreferences();
  const change = useChangePreferences();
  const channel = preferences.data?.topics.find(({ topic }) => topic === "week")?.channel;
  if (channel === undefined) return null;
  const isOn = channel === "email" || channel === "digest";
  const choose = () =>
    change.mutate(
      { channels: { week: isOn ? "never" : "email" } },
      { onError: (error) => toastFailure("A escolha não foi guardada", error) },
    );
  return (
    <section className="no-print" aria-labelledby="segundas">
      <h2 id="segundas">Às segundas</h2>
      <p>
        {isOn
          ? "O caminho da semana chega ao seu e-mail na segunda-feira de manhã."
          : "O caminho da semana pode chegar ao seu e-mail na segunda-feira de manhã."}
      </p>
      <p className={styles.acts}>
        <button type="button" className="btn btn-2 btn-sm" onClick={choose}>
          {isOn ? "Não receber mais" : "Receber às segundas"}
        </button>
        <Link className="quiet" to="/notificacoes#preferencias">
          Outras escolhas
        </Link>
      </p>
    </section>
  );
}

const Past = ({ past }: Pick<Week, "past">) => (
  <section className="no-print" aria-labelledby="passadas">
    <h2 id="passadas">Semanas passadas</h2>
    <dl className={styles.past}>
      {past.map(({ from, to, title, path, steps }) => (
        <div key={from}>
          <dt>
            {shortDay(from)} a {shortDay(to)}
          </dt>
          <dd>
            <Link to={path}>{title}</Link>
            {steps > 0 && <span className="meta">{plural(steps, "passo dado", "passos dados")}</span>}
          </dd>
        </div>
      ))}
    </dl>
  </section>
);
