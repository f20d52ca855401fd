import { Link } from "react-router";
import { calendarLeaf, dayAndTime, timeAgo } from "#app/lib/format.ts";
import { plural } from "#app/lib/text.ts";
import type { MentorshipSessionCard as MentorshipSession } from "../mentorship-sessions/mentorship-sessions.answers.ts";
import styles from "./mentorship-session-card.module.css";
import { StatusBadge } from "./status-badge.tsx";
import { UnreadCount } from "./unread-count.tsx";
import { otherSide, REMOVED_MEMBER, SIDE_LABEL } from "./words.ts";

type Props = {
  mentorshipSession: MentorshipSession;
  as: "article" | "li";
  /** What a session is called that is agreed and lies ahead: it is drawn as an invitation, with the day's leaf of the calendar. */
  ahead: string;
};

/** One of the member's mentorship sessions, with the ways to its conversation and its page. */
export function MentorshipSessionCard({ mentorshipSession, as: Element, ahead }: Props) {
  const { id, title, description, status, side, other, scheduledDate, durationMinutes, createdAt } = mentorshipSession;
  const date = scheduledDate ? new Date(scheduledDate) : undefined;
  const invites = status === "accepted" && date !== undefined && date.getTime() + durationMinutes * 60_000 > Date.now();
  return (
    <Element className={`${styles.card} ${invites ? styles.invitation : ""}`} aria-labelledby={`s-${id}`}>
      {invites && <Leaf date={date} />}
      <div className={styles.about}>
        {invites && <p className="caps caps-gold">{ahead}</p>}
        <h2 id={`s-${id}`} className="entry-title">
          <Link to={`/mentoria/sessao/${id}`} prefetch="intent">
            {title}
          </Link>
        </h2>
        {description && <p className={styles.description}>{description}</p>}
        <p className={styles.when}>
          {date && (
            <>
              {status === "pending" && "Data preferencial: "}
              <time dateTime={scheduledDate!}>{dayAndTime(date)}</time>,{" "}
            </>
          )}
          {plural(durationMinutes, "minuto", "minutos")}
        </p>
        <p>{other ? other.name : REMOVED_MEMBER}</p>
        {other && (
          <p className="meta">
            {SIDE_LABEL[otherSide(side)]}: {other.email}
          </p>
        )}
        {status === "pending" && <p className="meta">Enviada {timeAgo(new Date(createdAt))}.</p>}
      </div>
      <Ways mentorshipSession={mentorshipSession} />
    </Element>
  );
}

function Ways({ mentorshipSession }: { mentorshipSession: MentorshipSession }) {
  const { id, unread } = mentorshipSession;
  const to = `/mentoria/sessao/${id}`;
  return (
    <div className={styles.ways}>
      <StatusBadge mentorshipSession={mentorshipSession} />
      <Link className="btn btn-2 btn-sm" to={`${to}#conversa`} prefetch="intent">
        Mensagens
        <UnreadCount unread={unread} />
      </Link>
      <Link className="btn btn-2 btn-sm" to={to} prefetch="intent">
        Ver Detalhes
      </Link>
    </div>
  );
}

/** Decorative: the date is told beside it. */
function Leaf({ date }: { date: Date }) {
  const { weekday, day, month } = calendarLeaf(date);
  return (
    <div className={styles.leaf} aria-hidden="true">
      <span>{weekday.replace("-feira", "")}</span>
      <b className="osf">{day}</b>
      <span>{month}</span>
    </div>
  );
}
