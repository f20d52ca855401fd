import { dayAndTime, longDate } from "#app/lib/format.ts";
import { ShowMore } from "#app/ui/show-more.tsx";
import { ErrorState, Skeleton } from "#app/ui/states.tsx";
import { useLoadErrorToast } from "#app/ui/toasts.tsx";
import { useMentorshipSessionStates } from "../mentorship-sessions/mentorship-sessions.queries.ts";
import styles from "../pages/mentoring.module.css";
import { StatusBadge } from "./status-badge.tsx";
import { REMOVED_MEMBER } from "./words.ts";

/** The sessions of all, for the administration: who and when. What is written in them belongs to the two parties. */
export function MentorshipSessionStates() {
  const states = useMentorshipSessionStates();
  useLoadErrorToast(states.error, "Erro ao carregar sessões");
  return (
    <section className={styles.states} aria-labelledby="t-andamento">
      <header>
        <h2 id="t-andamento">Andamento das sessões</h2>
        <p className="meta">Só o estado. Pedidos, conversas e motivos ficam entre o mentor e o aprendiz.</p>
      </header>
      {states.isPending && <Skeleton label="Carregando..." lines={3} />}
      {states.isError && (
        <ErrorState title="Erro ao carregar sessões" error={states.error} onRetry={() => void states.refetch()} />
      )}
      {states.data?.length === 0 && <p className="meta">Nenhuma sessão foi pedida ainda.</p>}
      {states.data && states.data.length > 0 && (
        <ol className={styles.stateList}>
          {states.data.map(({ id, mentor, mentee, createdAt, ...state }) => (
            <li key={id}>
              <p>
                {mentee ?? REMOVED_MEMBER} <span className="meta">com</span> {mentor ?? REMOVED_MEMBER}
              </p>
              <p className="meta">
                pedida em {longDate(new Date(createdAt))}
                {state.scheduledDate && state.status !== "pending" && `, para ${dayAndTime(new Date(state.scheduledDate))}`}
              </p>
              <StatusBadge mentorshipSession={state} />
            </li>
          ))}
        </ol>
      )}
      <ShowMore list={states} label="Mostrar sessões anteriores" />
    </section>
  );
}
