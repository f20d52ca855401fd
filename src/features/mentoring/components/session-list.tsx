import type { ReactNode } from "react";
import { Link } from "react-router";
import { dayAndTime } from "#app/lib/format.ts";
import { plural } from "#app/lib/text.ts";
import { Icon } from "#app/ui/icons.tsx";
import { ShowMore } from "#app/ui/show-more.tsx";
import { ErrorState, Skeleton } from "#app/ui/states.tsx";
import { useLoadErrorToast } from "#app/ui/toasts.tsx";
import { useSessions } from "../sessions/sessions.queries.ts";
import type { SessionCard as Session } from "../sessions/sessions.schema.ts";
import type { Side } from "../sessions/sessions.table.ts";
import { StatusBadge } from "./status-badge.tsx";
import { otherSide, REMOVED_MEMBER, SIDE_LABEL } from "./words.ts";

/** The member's sessions: all, or those of one side. `empty` stands where there is none. */
export function SessionList({ side, empty }: { side?: Side; empty: ReactNode }) {
  const sessions = useSessions(side);
  useLoadErrorToast(sessions.error, "Erro ao carregar sessões");
  if (sessions.isPending) return <Skeleton label="Carregando..." />;
  if (sessions.isError && !sessions.data)
    return <ErrorState title="Erro ao carregar sessões" error={sessions.error} onRetry={() => void sessions.refetch()} />;
  if (sessions.data.length === 0) return empty;
  return (
    <>
      <ol className="session-list">
        {sessions.data.map((session) => (
          <SessionCard key={session.id} session={session} />
        ))}
      </ol>
      <ShowMore list={sessions} label="Mostrar sessões anteriores" />
    </>
  );
}

function SessionCard({ session }: { session: Session }) {
  const { id, title, description, status, side, other, scheduledDate, durationMinutes, unread } = session;
  const to = `/mentoria/sessao/${id}`;
  return (
    <li className="session-card" aria-labelledby={`s-${id}`}>
      <div className="session-head">
        <h2 id={`s-${id}`}>
          <Link to={to} prefetch="intent">
            {title}
          </Link>
        </h2>
        <StatusBadge status={status} />
      </div>
      {description && <p className="session-text">{description}</p>}
      <dl className="session-facts meta">
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
      <div className="session-ways">
        <Link className="btn btn-2 btn-sm" to={`${to}#conversa`} prefetch="intent">
          Mensagens
          {unread > 0 && (
            <>
              <span className="count osf" aria-hidden="true">
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
