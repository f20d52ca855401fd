import { useState } from "react";
import { Link } from "react-router";
import { fold, plural } from "#app/lib/text.ts";
import type { WaitingPage } from "#app/lib/waiting-page.ts";
import { Button } from "#app/ui/button.tsx";
import { SelectField, TextField } from "#app/ui/field.tsx";
import { Icon } from "#app/ui/icons.tsx";
import { BlankCrumbs, EmptyState, ErrorState, PageShell, Skeleton } from "#app/ui/states.tsx";
import { useLoadErrorToast } from "#app/ui/toasts.tsx";
import { MentorRecordCard } from "../components/mentor-record.tsx";
import { MentorshipSessionStates } from "../components/mentorship-session-states.tsx";
import { NewMentorDialog } from "../components/new-mentor-dialog.tsx";
import type { MentorRecord } from "../mentors/mentors.answers.ts";
import { useMentorRecords } from "../mentors/mentors.queries.ts";
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

const STATES = {
  all: { label: "Todos", has: () => true },
  active: { label: "Ativos", has: ({ isActive, pausedUntil }: MentorRecord) => isActive && !pausedUntil },
  paused: { label: "Em pausa", has: ({ pausedUntil }: MentorRecord) => pausedUntil !== null },
  inactive: { label: "Inativos", has: ({ isActive }: MentorRecord) => !isActive },
};

function MentorRecords() {
  const mentors = useMentorRecords();
  const [typed, setTyped] = useState("");
  const [state, setState] = useState<keyof typeof STATES>("all");
  useLoadErrorToast(mentors.error, "Erro ao carregar mentores");
  if (mentors.isPending) return <Skeleton label="Carregando mentores..." />;
  if (mentors.isError)
    return <ErrorState title="Erro ao carregar mentores" error={mentors.error} onRetry={() => void mentors.refetch()} />;
  if (mentors.data.mentors.length === 0)
    return <EmptyState title={'Nenhum mentor cadastrado ainda. Clique em "Adicionar Mentor" para começar.'} />;
  const words = fold(typed).split(/\s+/).filter(Boolean);
  const shown = mentors.data.mentors.filter(
    (mentor) =>
      STATES[state].has(mentor) &&
      words.every((word) => fold(`${mentor.name} ${mentor.email} ${mentor.specialties.join(" ")}`).includes(word)),
  );
  return (
    <>
      <div className={styles.filters}>
        <TextField
          label="Buscar"
          help="Por nome, e-mail ou especialidade."
          type="search"
          error={undefined}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
        <SelectField
          label="Situação"
          error={undefined}
          value={state}
          onChange={({ target }) => setState(target.value as keyof typeof STATES)}
        >
          {Object.entries(STATES).map(([value, { label }]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
      </div>
      <p className="meta" role="status">
        {plural(shown.length, "mentor", "mentores")} de {mentors.data.mentors.length}.
      </p>
      <ul className={styles.recordList}>
        {shown.map((mentor) => (
          <MentorRecordCard key={mentor.id} mentor={mentor} />
        ))}
      </ul>
    </>
  );
}
