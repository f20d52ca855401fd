import { type ReactNode, useState } from "react";
import { useSubject } from "#app/lib/live.ts";
import { SelectField } from "#app/ui/field.tsx";
import { ShowMore } from "#app/ui/show-more.tsx";
import { ErrorState, Skeleton } from "#app/ui/states.tsx";
import { useLoadErrorToast } from "#app/ui/toasts.tsx";
import { MENTORSHIP_SESSION_STATUS_LABEL } from "../mentorship-sessions/mentorship-sessions.policy.ts";
import { useMentorshipSessions, useMentorshipSessionsChanged } from "../mentorship-sessions/mentorship-sessions.queries.ts";
import type { MentorshipSessionStatus, Side } from "../mentorship-sessions/mentorship-sessions.table.ts";
import styles from "./mentorship-session-card.module.css";
import { MentorshipSessionCard } from "./mentorship-session-card.tsx";

/** The member's sessions, to choose from by state. `empty` is shown where there is none at all. */
export function MentorshipSessionsByState({ side, empty }: { side: Side; empty: ReactNode }) {
  const [status, setStatus] = useState<MentorshipSessionStatus | undefined>();
  return (
    <>
      <SelectField
        label="Situação"
        error={undefined}
        value={status ?? ""}
        onChange={({ target }) => setStatus((target.value || undefined) as MentorshipSessionStatus | undefined)}
      >
        <option value="">Todas</option>
        {Object.entries(MENTORSHIP_SESSION_STATUS_LABEL).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
      <MentorshipSessionList
        key={status ?? ""}
        side={side}
        {...(status && { status })}
        empty={status ? <p>Nenhuma sessão nesta situação.</p> : empty}
      />
    </>
  );
}

/** The member's sessions: all, or those of one side or in one state. `empty` is shown where there is none. */
export function MentorshipSessionList({
  side,
  status,
  empty,
}: {
  side?: Side;
  status?: MentorshipSessionStatus;
  empty: ReactNode;
}) {
  const mentorshipSessions = useMentorshipSessions(side, status);
  const changed = useMentorshipSessionsChanged();
  useSubject("mentoring", () => void changed());
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
      <ol className={styles.list}>
        {mentorshipSessions.data.map((mentorshipSession) => (
          <MentorshipSessionCard
            key={mentorshipSession.id}
            as="li"
            ahead="Sessão marcada"
            mentorshipSession={mentorshipSession}
          />
        ))}
      </ol>
      <ShowMore list={mentorshipSessions} label="Mostrar sessões anteriores" />
    </>
  );
}
