import { useState } from "react";
import { Link } from "react-router";
import { oneDecimal } from "#app/lib/format.ts";
import type { WaitingPage } from "#app/lib/waiting-page.ts";
import { Button } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icons.tsx";
import { BlankCrumbs, EmptyState, ErrorState, PageShell, Skeleton } from "#app/ui/states.tsx";
import { toastFailure, toastSuccess, useLoadErrorToast } from "#app/ui/toasts.tsx";
import { MentorshipSessionStates } from "../components/mentorship-session-states.tsx";
import { NewMentorDialog } from "../components/new-mentor-dialog.tsx";
import type { MentorRecord } from "../mentors/mentors.answers.ts";
import { useMentorRecords, useToggleMentor } from "../mentors/mentors.queries.ts";
import styles from "./mentoring.module.css";

const Shell = () => (
  <PageShell>
    <div className={`page ${styles.mentoring}`}>
      <title>Gestão de Mentores · Academia</title>
      <BlankCrumbs />
      <header className={`page-head ${styles.headWithAction}`}>
        <div>
          <p className="caps caps-gold">Administração</p>
          <h1>Gestão de Mentores</h1>
        </div>
        <span className="btn">Adicionar Mentor</span>
      </header>
      <Skeleton label="Carregando mentores..." />
    </div>
  </PageShell>
);

export const handle: WaitingPage = { Shell };

export default function MentorsAdminPage() {
  const [adding, setAdding] = useState(false);
  return (
    <div className={`page ${styles.mentoring}`}>
      <title>Gestão de Mentores · Academia</title>
      <nav className="crumbs" aria-label="Você está em">
        <ol>
          <li>
            <Link to="/admin">Painel Admin</Link>
          </li>
          <li aria-current="page">Gestão de Mentores</li>
        </ol>
      </nav>
      <header className={`page-head ${styles.headWithAction}`}>
        <div>
          <p className="caps caps-gold">Administração</p>
          <h1>Gestão de Mentores</h1>
        </div>
        <Button onClick={() => setAdding(true)}>
          <Icon name="plus" className="ico-box" /> Adicionar Mentor
        </Button>
      </header>
      <MentorRecords />
      <MentorshipSessionStates />
      <NewMentorDialog open={adding} onClose={() => setAdding(false)} />
    </div>
  );
}

function MentorRecords() {
  const mentors = useMentorRecords();
  useLoadErrorToast(mentors.error, "Erro ao carregar mentores");
  if (mentors.isPending) return <Skeleton label="Carregando mentores..." />;
  if (mentors.isError)
    return <ErrorState title="Erro ao carregar mentores" error={mentors.error} onRetry={() => void mentors.refetch()} />;
  if (mentors.data.mentors.length === 0)
    return <EmptyState title={'Nenhum mentor cadastrado ainda. Clique em "Adicionar Mentor" para começar.'} />;
  return (
    <ul className={styles.recordList}>
      {mentors.data.mentors.map((mentor) => (
        <RecordCard key={mentor.id} mentor={mentor} />
      ))}
    </ul>
  );
}

function RecordCard({ mentor }: { mentor: MentorRecord }) {
  const toggle = useToggleMentor();
  const { id, name, email, bio, specialties, isActive, rating, totalMentorshipSessions, maxMentees } = mentor;
  const press = () =>
    toggle.mutate(
      { id, isActive: !isActive },
      {
        onSuccess: () => toastSuccess("Status atualizado"),
        onError: (error) => toastFailure("Erro ao atualizar status", error),
      },
    );
  return (
    <li className={`${styles.record} card ${isActive ? "" : styles.resting}`} aria-labelledby={`m-${id}`}>
      <div className={styles.recordWho}>
        <h2 id={`m-${id}`}>{name}</h2>
        <span className={isActive ? "badge ok" : "badge"}>{isActive ? "Ativo" : "Inativo"}</span>
        <p className="meta">{email}</p>
      </div>
      <p className={styles.recordBio}>{bio}</p>
      {specialties.length > 0 && (
        <ul className={styles.chips} aria-label="Especialidades">
          {specialties.map((specialty) => (
            <li key={specialty} className="badge">
              {specialty}
            </li>
          ))}
        </ul>
      )}
      <dl className={`${styles.recordFigures} ruled`}>
        <div>
          <dt>Avaliação</dt>
          <dd>{oneDecimal(rating)}</dd>
        </div>
        <div>
          <dt>Sessões</dt>
          <dd>{totalMentorshipSessions.toLocaleString("pt-BR")}</dd>
        </div>
        <div>
          <dt>Máx. Alunos</dt>
          <dd>{maxMentees}</dd>
        </div>
      </dl>
      <div className={styles.recordAsk}>
        <Button look="secondary" aria-label={`${isActive ? "Desativar" : "Ativar"} Mentor: ${name}`} onClick={press}>
          {isActive ? "Desativar Mentor" : "Ativar Mentor"}
        </Button>
      </div>
    </li>
  );
}
