import { useState } from "react";
import { EmptyState, ErrorState, Skeleton } from "#app/ui/states.tsx";
import { useLoadErrorToast } from "#app/ui/toasts.tsx";
import type { MentorCard as Mentor } from "../mentors/mentors.answers.ts";
import { useMentors } from "../mentors/mentors.queries.ts";
import styles from "../pages/mentoring.module.css";
import { MentorCard } from "./mentor-card.tsx";
import { RequestDialog } from "./request-dialog.tsx";

/** The active mentors, and the dialog that asks one of them. */
export function MentorList() {
  const mentors = useMentors();
  const [asking, setAsking] = useState<Mentor | null>(null);
  useLoadErrorToast(mentors.error, "Erro ao carregar mentores");
  if (mentors.isPending) return <Skeleton label="Carregando mentores..." />;
  if (mentors.isError)
    return <ErrorState title="Erro ao carregar mentores" error={mentors.error} onRetry={() => void mentors.refetch()} />;
  if (mentors.data.mentors.length === 0)
    return (
      <EmptyState title="Nenhum mentor disponível no momento">
        <p>Assim que a administração cadastrar um Mestre Instrutor, ele aparece aqui.</p>
      </EmptyState>
    );
  return (
    <>
      <ul className={styles.mentorList}>
        {mentors.data.mentors.map((mentor) => (
          <MentorCard key={mentor.userId} mentor={mentor} onRequest={() => setAsking(mentor)} />
        ))}
      </ul>
      <RequestDialog mentor={asking} onClose={() => setAsking(null)} />
    </>
  );
}
