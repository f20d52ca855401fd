import { Link } from "react-router";
import { StatusBadge } from "#app/features/mentoring/components/status-badge.tsx";
import { replyTime } from "#app/features/mentoring/components/words.ts";
import type { NextMentorshipSession } from "#app/features/mentoring/mentorship-sessions/mentorship-sessions.answers.ts";
import { dayAndTime, oneDecimal } from "#app/lib/format.ts";
import { listInWords, opening, plural } from "#app/lib/text.ts";
import { Icon } from "#app/ui/icons.tsx";
import type { Dashboard } from "../dashboard.answers.ts";
import styles from "../pages/dashboard.module.css";

/** The member's mentor and their next mentorship session; without one, a mentor's own day, or the way to the mentors. */
export function MentorCard({ mentoring }: { mentoring: Dashboard["mentoring"] }) {
  const { next, isMentor } = mentoring;
  return (
    <section className={`${styles.mentor} card`} aria-labelledby="t-mentor">
      <h2 className="caps" id="t-mentor">
        {!next && isMentor ? "A sua mentoria" : "Seu mentor"}
      </h2>
      {next ? (
        <MentorOf mentorshipSession={next} />
      ) : isMentor ? (
        <OwnMentoring {...mentoring} />
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

/** What waits for a mentor, and the way to their day. */
function OwnMentoring({ requests, proposals, toClose, upcoming, unread }: Dashboard["mentoring"]) {
  const waits = [
    requests > 0 && plural(requests, "pedido espera a sua resposta", "pedidos esperam a sua resposta"),
    proposals > 0 && plural(proposals, "data proposta", "datas propostas"),
    toClose > 0 && plural(toClose, "sessão a encerrar", "sessões a encerrar"),
    unread > 0 && plural(unread, "mensagem não lida", "mensagens não lidas"),
  ].filter((line) => line !== false);
  return (
    <>
      {waits.length === 0 ? <p>Nada espera a sua palavra.</p> : waits.map((line) => <p key={line}>{opening(line)}.</p>)}
      {upcoming > 0 && <p className="meta">{opening(plural(upcoming, "sessão marcada", "sessões marcadas"))}.</p>}
      <Link className="go" to="/mentoria?aba=mentor" prefetch="intent">
        Abrir o seu dia <Icon name="arrow" />
      </Link>
    </>
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
