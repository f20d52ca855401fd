import { useState } from "react";
import { Link } from "react-router";
import { searchProblem } from "#app/lib/search.ts";
import { plural } from "#app/lib/text.ts";
import { useSettledSearch } from "#app/lib/use-settled-search.ts";
import type { WaitingPage } from "#app/lib/waiting-page.ts";
import { Button } from "#app/ui/button.tsx";
import { SelectField, TextField } from "#app/ui/field.tsx";
import { Icon } from "#app/ui/icons.tsx";
import { ShowMore } from "#app/ui/show-more.tsx";
import { BlankCrumbs, EmptyState, ErrorState, PageShell, Skeleton } from "#app/ui/states.tsx";
import { useLoadErrorToast } from "#app/ui/toasts.tsx";
import { MentorRecordCard } from "../components/mentor-record.tsx";
import { MentorshipSessionStates } from "../components/mentorship-session-states.tsx";
import { NewMentorDialog } from "../components/new-mentor-dialog.tsx";
import { useMentorRecords } from "../mentors/mentors.queries.ts";
import type { MentorState } from "../mentors/mentors.schema.ts";
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

const STATES: Record<MentorState | "all", string> = { all: "Todos", active: "Ativos", paused: "Em pausa", inactive: "Inativos" };

function MentorRecords() {
  const [typed, setTyped] = useState("");
  const [state, setState] = useState<keyof typeof STATES>("all");
  const q = useSettledSearch(typed).trim();
  const records = useMentorRecords(q, state === "all" ? undefined : state);
  useLoadErrorToast(records.error, "Erro ao carregar mentores");
  if (records.isPending) return <Skeleton label="Carregando mentores..." />;
  if (records.isError)
    return <ErrorState title="Erro ao carregar mentores" error={records.error} onRetry={() => void records.refetch()} />;
  const mentors = records.data.pages.flatMap((page) => page.mentors);
  if (mentors.length === 0 && !q && state === "all")
    return <EmptyState title={'Nenhum mentor cadastrado ainda. Clique em "Adicionar Mentor" para começar.'} />;
  return (
    <>
      <div className={styles.filters}>
        <TextField
          label="Buscar"
          help="Por nome, e-mail ou especialidade."
          type="search"
          error={searchProblem(typed)}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
        <SelectField
          label="Situação"
          error={undefined}
          value={state}
          onChange={({ target }) => setState(target.value as keyof typeof STATES)}
        >
          {Object.entries(STATES).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
      </div>
      <p className="meta" role="status">
        {plural(records.data.pages[0]!.total, "mentor", "mentores")}.
      </p>
      <ul className={styles.recordList}>
        {mentors.map((mentor) => (
          <MentorRecordCard key={mentor.id} mentor={mentor} />
        ))}
      </ul>
      <ShowMore list={records} label="Mostrar mais mentores" />
    </>
  );
}
