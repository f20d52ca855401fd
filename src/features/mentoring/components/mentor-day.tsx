import { useState } from "react";
import { Link } from "react-router";
import { DEGREE_LABEL } from "#app/lib/degrees.ts";
import { draftOf, forgetDraft, keepDraft } from "#app/lib/drafts.ts";
import { dayAndTime, dayOfMonth, hourAndMinute, nearDate, weekdayAndDay } from "#app/lib/format.ts";
import { firstName, listInWords, opening, plural } from "#app/lib/text.ts";
import { Button } from "#app/ui/button.tsx";
import { FieldError, TextAreaField } from "#app/ui/field.tsx";
import { Icon } from "#app/ui/icons.tsx";
import { ErrorState, Skeleton } from "#app/ui/states.tsx";
import { toastFailure, toastSuccess } from "#app/ui/toasts.tsx";
import type { MentorDay as Day } from "../mentors/day.answers.ts";
import { useMentorDay, useNoteMentee } from "../mentors/hours.queries.ts";
import { closesAt } from "../mentorship-sessions/mentorship-sessions.policy.ts";
import { useMentorshipSession } from "../mentorship-sessions/mentorship-sessions.queries.ts";
import styles from "./mentor-day.module.css";
import { MoveDialog } from "./mentorship-session-moves.tsx";

const DAY_MS = 86_400_000;
/** After so many days the member of an unanswered request is offered other mentors. */
const OFFERED_DAYS = 7;
const WEEK_DAYS = 7;

const session = (id: string): string => `/mentoria/sessao/${id}`;
const dayOf = (moment: string): string => new Date(moment).toLocaleDateString("sv-SE");

/** A mentor's day, which the list of sessions below it keeps fresh: what waits for their word, what to close, today and the week, what is unread, and whom they accompany. */
export function MentorDay() {
  const day = useMentorDay();
  if (day.isPending) return <Skeleton label="Carregando..." />;
  if (!day.data) return <ErrorState title="Erro ao carregar o seu dia" error={day.error} onRetry={() => void day.refetch()} />;
  const { toAnswer, toClose, ahead, unread, mentees } = day.data;
  return (
    <div className="with-aside">
      <div>
        <p className={`lead ${styles.summary}`}>{inWords(day.data)}</p>
        <ToAnswer toAnswer={toAnswer} />
        {toClose.map((one) => (
          <ToClose key={one.id} one={one} />
        ))}
        <Ahead ahead={ahead} />
      </div>
      <aside>
        <Unread unread={unread} />
        <Mentees mentees={mentees} />
      </aside>
    </div>
  );
}

/** "Dois pedidos e uma nova data esperam a sua palavra. Amanhã, às 18:00, Heitor." */
function inWords({ toAnswer, toClose, ahead }: Day): string {
  const count = (kind: Day["toAnswer"][number]["kind"]) => toAnswer.filter((one) => one.kind === kind).length;
  const waiting = [
    { count: count("request"), words: ["um pedido", "pedidos"] },
    { count: count("proposal"), words: ["uma nova data", "novas datas"] },
    { count: toClose.length, words: ["uma sessão a encerrar", "sessões a encerrar"] },
  ].filter((one) => one.count > 0);
  const total = waiting.reduce((sum, one) => sum + one.count, 0);
  const list = listInWords(waiting.map(({ count, words: [one, many] }) => (count === 1 ? one! : `${count} ${many}`)));
  const first =
    total === 0 ? "Nada espera a sua palavra." : `${opening(list)} ${total === 1 ? "espera" : "esperam"} a sua palavra.`;
  const [next] = ahead;
  return next ? `${first} A próxima sessão: ${dayAndTime(new Date(next.date))}, ${firstName(next.name)}.` : first;
}

/** What a mentor may say of a session whose hour has passed. */
const OUTCOMES = { complete: "Concluir", miss: "Não aconteceu", propose: "Remarcar" } as const;

/** A session whose hour has passed: what became of it is said here. */
function ToClose({ one }: { one: Day["toClose"][number] }) {
  const [move, setMove] = useState<keyof typeof OUTCOMES | null>(null);
  const [wanted, setWanted] = useState(false); // the dialog wants all of the session, which the day does not hold
  const detail = useMentorshipSession(one.id, { enabled: wanted });
  const closes = closesAt({ scheduledDate: new Date(one.date), durationMinutes: one.durationMinutes })!;
  return (
    <section className={styles.close} aria-label={`Sessão a encerrar, com ${one.name}`}>
      <p className="caps caps-gold">Sessão a encerrar</p>
      <h2>A sessão aconteceu?</h2>
      <p>
        Com <Link to={session(one.id)}>{one.name}</Link>, {dayAndTime(new Date(one.date))}
        {one.place && `, ${one.place}`}.
      </p>
      <p className={styles.outcomes}>
        {Object.entries(OUTCOMES).map(([outcome, label]) => (
          <Button
            key={outcome}
            look={outcome === "complete" ? "primary" : "secondary"}
            disabled={wanted && detail.isPending}
            onClick={() => {
              setWanted(true);
              setMove(outcome as keyof typeof OUTCOMES);
              if (detail.isError) void detail.refetch();
            }}
          >
            {label}
          </Button>
        ))}
      </p>
      {detail.isError && <FieldError id={undefined} message="A sessão não pôde ser aberta. Tente de novo." />}
      {detail.data && <MoveDialog mentorshipSession={detail.data} move={move} onClose={() => setMove(null)} />}
      <p className="meta">Sem resposta até {dayOfMonth(closes)}, ela se encerra sem confirmação e a vaga fica livre.</p>
    </section>
  );
}

function ToAnswer({ toAnswer }: { toAnswer: Day["toAnswer"] }) {
  return (
    <section className={styles.part} aria-labelledby="t-responder">
      <div className="ruled-head ruled-double">
        <h2 id="t-responder">A responder</h2>
        {toAnswer.length > 1 && <p className="meta">O mais antigo primeiro</p>}
      </div>
      {toAnswer.length === 0 && <p>Nenhum pedido sem resposta.</p>}
      <ul className="ruled-rows">
        {toAnswer.map(({ id, kind, name, degree, lodge, title, since, date, proposed }) => {
          const days = Math.floor((Date.now() - Date.parse(since)) / DAY_MS);
          return (
            <li key={`${id} ${kind}`}>
              <Age since={since} />
              <div className={styles.request}>
                <p>
                  <strong>{name}</strong>
                </p>
                <p className="meta">
                  {degree && DEGREE_LABEL[degree]}
                  {lodge && `, ${lodge}`}
                </p>
                {kind === "request" ? (
                  <p className={styles.asked}>“{title}”</p>
                ) : (
                  <p>
                    Propõe outra data: {date && dayAndTime(new Date(date))} passa para{" "}
                    {proposed && dayAndTime(new Date(proposed))}.
                  </p>
                )}
                {kind === "request" && days >= OFFERED_DAYS - 1 && (
                  <p className={styles.late}>
                    <Icon name="clock" />
                    {days >= OFFERED_DAYS ? "Já oferecemos a ele outros mentores." : "Amanhã oferecemos a ele outros mentores."}
                  </p>
                )}
              </div>
              <Link className="btn btn-2 btn-sm" to={session(id)} aria-label={`Responder a ${name}`}>
                {kind === "request" ? "Responder" : "Ver a proposta"}
              </Link>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

const HOUR_MS = 3_600_000;

/** For how long a request has waited: days, on its first day hours. */
function Age({ since }: { since: string }) {
  const waited = Date.now() - Date.parse(since);
  const days = Math.floor(waited / DAY_MS);
  const hours = Math.max(1, Math.floor(waited / HOUR_MS));
  const [figure, unit] = days > 0 ? [days, days === 1 ? "dia" : "dias"] : [hours, hours === 1 ? "hora" : "horas"];
  return (
    <p className={styles.age}>
      <b>{figure}</b> <span className="meta">{unit}</span>
    </p>
  );
}

/** Today and the week, by day; what comes later is one line. */
function Ahead({ ahead }: { ahead: Day["ahead"] }) {
  const today = dayOf(new Date().toISOString());
  const week = ahead.filter(({ date }) => Date.parse(date) < Date.now() + WEEK_DAYS * DAY_MS);
  const days = [...Map.groupBy(week, ({ date }) => dayOf(date))];
  const later = ahead.length - week.length;
  return (
    <section className={styles.part} aria-labelledby="t-semana">
      <div className="ruled-head ruled-double">
        <h2 id="t-semana">Hoje e nesta semana</h2>
        <Link to="/mentoria/agenda">Minhas horas</Link>
      </div>
      {days[0]?.[0] !== today && <p>Hoje, nenhuma sessão.</p>}
      <ul className={styles.days}>
        {days.map(([day, sessions]) => (
          <li key={day}>
            <p>{day === today ? "Hoje" : opening(weekdayAndDay(day).replace("-feira", ""))}</p>
            <ul>
              {sessions.map(({ id, name, title, date, durationMinutes, place }) => (
                <li key={id}>
                  <p>
                    <span className={styles.hour}>{hourAndMinute(new Date(date))}</span> <Link to={session(id)}>{name}</Link>
                  </p>
                  <p className="meta">
                    {durationMinutes} min{place && `, ${place}`}. {title}
                  </p>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
      {later > 0 && <p className="meta">Depois, {plural(later, "sessão marcada", "sessões marcadas")}.</p>}
    </section>
  );
}

function Unread({ unread }: { unread: Day["unread"] }) {
  return (
    <section className={styles.part} aria-labelledby="t-ler">
      <div className="ruled-head ruled-double">
        <h2 id="t-ler">Por ler</h2>
      </div>
      {unread.length === 0 && <p>Tudo lido.</p>}
      <ul className="ruled-rows">
        {unread.map(({ id, name, count, at, last }) => (
          <li key={id} className={styles.unreadRow}>
            <p className={styles.unread}>
              <Link to={`${session(id)}#conversa`}>{name}</Link>
              <span className="meta">{nearDate(new Date(at))}</span>
            </p>
            {last && <p className={styles.asked}>“{last}”</p>}
            {count > 1 && <p className="meta">{count} mensagens</p>}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Mentees({ mentees }: { mentees: Day["mentees"] }) {
  return (
    <section className={styles.part} aria-labelledby="t-acompanha">
      <div className="ruled-head ruled-double">
        <h2 id="t-acompanha">Quem você acompanha</h2>
      </div>
      {mentees.length === 0 && <p>Ninguém ainda. Quem tem uma sessão aceita com você aparece aqui.</p>}
      {mentees.map((mentee) => (
        <Mentee key={mentee.memberId} mentee={mentee} />
      ))}
    </section>
  );
}

function Mentee({ mentee }: { mentee: Day["mentees"][number] }) {
  const { memberId, name, degree, lodge, done, of, reading, sessions, nextStep } = mentee;
  return (
    <details className={styles.mentee}>
      <summary>
        <strong>{name}</strong>
        <span className="meta">
          {DEGREE_LABEL[degree]}
          {lodge && `, ${lodge}`}
        </span>
      </summary>
      <p>
        {done} de {plural(of, "lição", "lições")}.{reading && ` Lê agora “${reading}”.`}{" "}
        {sessions > 0 && `${plural(sessions, "sessão concluída", "sessões concluídas")} com você.`}
      </p>
      {nextStep && <p>Ficou para a próxima: “{nextStep}”</p>}
      <Note key={memberId} mentee={mentee} />
    </details>
  );
}

/** What the mentor notes about a mentee, for themselves. What is typed stays until it was saved. */
function Note({ mentee: { memberId, name, note } }: { mentee: Day["mentees"][number] }) {
  const draft = `nota:${memberId}`;
  const [body, setBody] = useState(() => draftOf<string>(draft) ?? note);
  const save = useNoteMentee(memberId);
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate(body, {
          onSuccess: () => {
            forgetDraft(draft);
            toastSuccess("Anotação guardada");
          },
          onError: (error) => toastFailure("A anotação não foi guardada", error),
        });
      }}
      noValidate
    >
      <TextAreaField
        label={`Suas notas sobre ${name}`}
        help="Só você lê. Saem com a sua conta."
        rows={4}
        maxLength={4000}
        error={undefined}
        value={body}
        onChange={({ target }) => {
          setBody(target.value);
          keepDraft(draft, target.value);
        }}
      />
      {body !== note && (
        <Button type="submit" small look="secondary" busy={save.isPending} busyLabel="Guardando...">
          Guardar a anotação
        </Button>
      )}
    </form>
  );
}
