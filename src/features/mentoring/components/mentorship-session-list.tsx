import type { ReactNode } from "react";
import { useSubject } from "#app/lib/live.ts";
import { ShowMore } from "#app/ui/show-more.tsx";
import { ErrorState, Skeleton } from "#app/ui/states.tsx";
import { useLoadErrorToast } from "#app/ui/toasts.tsx";
import { useMentorshipSessions, useMentorshipSessionsChanged } from "../mentorship-sessions/mentorship-sessions.queries.ts";
import type { Side } from "../mentorship-sessions/mentorship-sessions.table.ts";
import styles from "./mentorship-session-card.module.css";
import { MentorshipSessionCard } from "./mentorship-session-card.tsx";

/** The member's sessions: all, or those of one side. `empty` is shown where there is none. */
export function MentorshipSessionList({ side, empty }: { side?: Side; empty: ReactNode }) {
  const mentorshipSessions = useMentorshipSessions(side);
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
