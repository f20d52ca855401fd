import { useState } from "react";
import { Link } from "react-router";
import { DEGREE_LABEL } from "#app/lib/degrees.ts";
import { draftOf, forgetDraft, keepDraft } from "#app/lib/drafts.ts";
import { dayAndTime, dayOfMonth, hourAndMinute, nearDate, timeAgo, weekdayAndDay } from "#app/lib/format.ts";
import { opening, plural } from "#app/lib/text.ts";
import { Button } from "#app/ui/button.tsx";
import { TextAreaField } from "#app/ui/field.tsx";
import { Icon } from "#app/ui/icons.tsx";
import { ErrorState, Skeleton } from "#app/ui/states.tsx";
import { toastFailure, toastSuccess } from "#app/ui/toasts.tsx";
import type { MentorDay as Day } from "../mentors/day.answers.ts";
import { useMentorDay, useNoteMentee } from "../mentors/hours.queries.ts";
import { closesAt } from "../mentorship-sessions/mentorship-sessions.policy.ts";
import styles from "./mentor-day.module.css";

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
        <ToAnswer toAnswer={toAnswer} />
        {toClose.map((one) => (
          <section key={one.id} className={styles.close} aria-label={`Sessão a encerrar, com ${one.name}`}>
            <p className="caps caps-gold">Sessão a encerrar</p>
            <h2>A sessão aconteceu?</h2>
            <p>
              Com <strong>{one.name}</strong>, {dayAndTime(new Date(one.date))}
              {one.place && `, ${one.place}`}.
            </p>
            <Link className="btn" to={session(one.id)}>
              Dizer se aconteceu
            </Link>
            <p className="meta">
              Sem resposta até{" "}
              {dayOfMonth(closesAt({ scheduledDate: new Date(one.date), durationMinutes: one.durationMinutes })!)}, ela se encerra
              sem confirmação e a vaga fica livre.
            </p>
          </section>
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

function ToAnswer({ toAnswer }: { toAnswer: Day["toAnswer"] }) {
  return (
    <section className={styles.part} aria-labelledby="t-responder">
      <div className="ruled-head ruled-double">
        <h2 id="t-responder">A responder</h2>
        {toAnswer.length > 1 && <p className="meta">O mais antigo primeiro</p>}
      </div>
      {toAnswer.length === 0 && <p>Nada espera a sua palavra.</p>}
      <ul className="ruled-rows">
        {toAnswer.map(({ id, kind, name, degree, lodge, title, since, date, proposed }) => {
          const days = Math.floor((Date.now() - Date.parse(since)) / DAY_MS);
          return (
            <li key={`${id} ${kind}`}>
              <div>
                <p>
                  <strong>{name}</strong> <span className="meta">{timeAgo(new Date(since))}</span>
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
        {unread.map(({ id, name, count, at }) => (
          <li key={id}>
            <Link to={`${session(id)}#conversa`}>
              {name}, {plural(count, "mensagem", "mensagens")}
            </Link>
            <span className="meta">{nearDate(new Date(at))}</span>
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
