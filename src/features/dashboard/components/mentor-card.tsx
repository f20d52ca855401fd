import { Link } from "react-router";
import { StatusBadge } from "#app/features/mentoring/components/status-badge.tsx";
import { replyTime } from "#app/features/mentoring/components/words.ts";
import type { NextMentorshipSession } from "#app/features/mentoring/mentorship-sessions/mentorship-sessions.answers.ts";
import { dayAndTime, oneDecimal } from "#app/lib/format.ts";
import { listInWords, plural } from "#app/lib/text.ts";
import { Icon } from "#app/ui/icons.tsx";
import type { Dashboard } from "../dashboard.answers.ts";
import styles from "../pages/dashboard.module.css";

/** The member's mentor and their next mentorship session; without one, the way to the mentors. */
export function MentorCard({ mentoring: { next } }: { mentoring: Dashboard["mentoring"] }) {
  return (
    <section className={`${styles.mentor} card`} aria-labelledby="t-mentor">
      <h2 className="caps" id="t-mentor">
        Seu mentor
      </h2>
      {next ? (
        <MentorOf mentorshipSession={next} />
      ) : (
        <>
          <p>Um Mestre Instrutor acompanha o seu estudo. Escolha um e combine a primeira conversa.</p>
          <Link className="go" to="/mentoria" prefetch="intent">
            Buscar um mentor <Icon name="arrow" />
          </Link>
        </>
      )}
    </section>
  );
}

function MentorOf({ mentorshipSession }: { mentorshipSession: NextMentorshipSession }) {
  const { mentor, status, scheduledDate, durationMinutes } = mentorshipSession;
  const { name, specialties, rating, ratingCount, totalMentorshipSessions, replyMinutes } = mentor;
  return (
    <>
      <h3>{name}</h3>
      <p>Mestre Instrutor.{specialties.length > 0 && ` ${listInWords(specialties)}.`}</p>
      <dl className="ruled">
        {ratingCount > 0 && (
          <div>
            <dt>Avaliação</dt>
            <dd>{oneDecimal(rating)}</dd>
          </div>
        )}
        <div>
          <dt>Sessões</dt>
          <dd>{totalMentorshipSessions.toLocaleString("pt-BR")}</dd>
        </div>
        {replyMinutes !== null && (
          <div>
            <dt>Responde em</dt>
            <dd>{replyTime(replyMinutes)}</dd>
          </div>
        )}
      </dl>
      <p className={styles.appt}>
        <StatusBadge mentorshipSession={mentorshipSession} />
        {scheduledDate
          ? `${dayAndTime(new Date(scheduledDate))}${status === "accepted" ? `, ${plural(durationMinutes, "minuto", "minutos")}` : ""}`
          : "Aguarda a data do mentor"}
      </p>
      <Link className="go" to="/mentoria?aba=aprendiz" prefetch="intent">
        Abrir a mentoria <Icon name="arrow" />
      </Link>
    </>
  );
}
