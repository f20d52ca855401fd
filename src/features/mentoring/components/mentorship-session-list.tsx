import type { ReactNode } from "react";
import { Link } from "react-router";
import { dayAndTime } from "#app/lib/format.ts";
import { plural } from "#app/lib/text.ts";
import { Icon } from "#app/ui/icons.tsx";
import { ShowMore } from "#app/ui/show-more.tsx";
import { ErrorState, Skeleton } from "#app/ui/states.tsx";
import { useLoadErrorToast } from "#app/ui/toasts.tsx";
import type { MentorshipSessionCard as MentorshipSession } from "../mentorship-sessions/mentorship-sessions.answers.ts";
import { useMentorshipSessions } from "../mentorship-sessions/mentorship-sessions.queries.ts";
import type { Side } from "../mentorship-sessions/mentorship-sessions.table.ts";
import styles from "../pages/mentoring.module.css";
import { StatusBadge } from "./status-badge.tsx";
import { otherSide, REMOVED_MEMBER, SIDE_LABEL } from "./words.ts";

/** The member's sessions: all, or those of one side. `empty` is shown where there is none. */
export function MentorshipSessionList({ side, empty }: { side?: Side; empty: ReactNode }) {
  const mentorshipSessions = useMentorshipSessions(side);
  useLoadErrorToast(mentorshipSessions.error, "Erro ao carregar sessões");
  if (mentorshipSessions.isPending) return <Skeleton label="Carregando..." />;
  if (mentorshipSessions.isError && !mentorshipSessions.data)
    return (
      <ErrorState
        title="Erro ao carregar sessões"
        error={mentorshipSessions.error}
        onRetry={() => void mentorshipSessions.refetch()}
      />
    );
  if (mentorshipSessions.data.length === 0) return empty;
  return (
    <>
      <ol className={styles.mentorshipSessionList}>
        {mentorshipSessions.data.map((mentorshipSession) => (
          <MentorshipSessionCard key={mentorshipSession.id} mentorshipSession={mentorshipSession} />
        ))}
      </ol>
      <ShowMore list={mentorshipSessions} label="Mostrar sessões anteriores" />
    </>
  );
}

function MentorshipSessionCard({ mentorshipSession }: { mentorshipSession: MentorshipSession }) {
  const { id, title, description, status, side, other, scheduledDate, durationMinutes, unread } = mentorshipSession;
  const to = `/mentoria/sessao/${id}`;
  return (
    <li className={styles.mentorshipSessionCard} aria-labelledby={`s-${id}`}>
      <div className={styles.mentorshipSessionHead}>
        <h2 id={`s-${id}`}>
          <Link to={to} prefetch="intent">
            {title}
          </Link>
        </h2>
        <StatusBadge status={status} />
      </div>
      {description && <p className={styles.mentorshipSessionText}>{description}</p>}
      <dl className={`${styles.mentorshipSessionFacts} meta`}>
        <div>
          <dt>{SIDE_LABEL[otherSide(side)]}:</dt>
          <dd>{other ? other.email : REMOVED_MEMBER}</dd>
        </div>
        {scheduledDate && (
          <div>
            <dt>
              <Icon name="calendar" />
              <span className="visually-hidden">{status === "pending" ? "Data preferencial:" : "Data:"}</span>
            </dt>
            <dd>
              <time dateTime={scheduledDate}>{dayAndTime(new Date(scheduledDate))}</time>
            </dd>
          </div>
        )}
        <div>
          <dt>
            <Icon name="clock" />
            <span className="visually-hidden">Duração:</span>
          </dt>
          <dd>{plural(durationMinutes, "minuto", "minutos")}</dd>
        </div>
      </dl>
      <div className={styles.mentorshipSessionWays}>
        <Link className="btn btn-2 btn-sm" to={`${to}#conversa`} prefetch="intent">
          Mensagens
          {unread > 0 && (
            <>
              <span className={`${styles.count} osf`} aria-hidden="true">
                {unread}
              </span>
              <span className="visually-hidden">, {plural(unread, "não lida", "não lidas")}</span>
            </>
          )}
        </Link>
        <Link className="btn btn-2 btn-sm" to={to} prefetch="intent">
          Ver Detalhes
        </Link>
      </div>
    </li>
  );
}
