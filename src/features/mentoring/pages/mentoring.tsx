import { Tabs } from "@base-ui/react/tabs";
import { useSearchParams } from "react-router";
import { PLATES } from "#app/lib/plates.ts";
import type { WaitingPage } from "#app/lib/waiting-page.ts";
import { Button } from "#app/ui/button.tsx";
import { BlankTabs, EmptyState, PageShell, Skeleton } from "#app/ui/states.tsx";
import chairs from "../components/chairs.svg?url";
import { MentorDay } from "../components/mentor-day.tsx";
import { MentorList } from "../components/mentor-list.tsx";
import { MentorshipSessionList, MentorshipSessionsByState } from "../components/mentorship-session-list.tsx";
import { UnreadCount } from "../components/unread-count.tsx";
import { useMentoringSummary } from "../mentorship-sessions/mentorship-sessions.queries.ts";
import styles from "./mentoring.module.css";

/** Values of `?aba=`, and what the tabs are called. */
const TABS = { mentores: "Mentores", sessoes: "Minhas Sessões", mentor: "Como Mentor", aprendiz: "Como Aprendiz" };
type Tab = keyof typeof TABS;

const Head = () => (
  <header className={styles.top}>
    <div>
      <p className="caps caps-gold">Mestre Instrutor</p>
      <h1>Mentoria Maçônica</h1>
      <p className="lead">Uma conversa com hora marcada: você leva a dúvida, o mentor leva a estrada andada.</p>
    </div>
    <figure className={`plate ${styles.chairs}`}>
      <div className="plate-art">
        <svg
          viewBox="0 0 320 172"
          role="img"
          aria-label="Gravura: duas cadeiras frente a frente; entre elas, uma mesa com um livro aberto e uma lâmpada acesa."
        >
          <use href={`${chairs}#chairs`} />
        </svg>
      </div>
      <figcaption>
        <span>Duas cadeiras e uma lâmpada</span>
        <b>Pr. {PLATES.mentoring}</b>
      </figcaption>
    </figure>
  </header>
);

const Shell = () => (
  <PageShell>
    <div className={`page ${styles.mentoring}`}>
      <title>Mentoria · Academia</title>
      <Head />
      <BlankTabs labels={Object.values(TABS)} />
      <div className={styles.tabPanel}>
        <Skeleton label="Carregando..." />
      </div>
    </div>
  </PageShell>
);

export const handle: WaitingPage = { Shell };

export default function MentoringPage() {
  const [params, setParams] = useSearchParams();
  const asked = params.get("aba");
  const tab: Tab = asked && asked in TABS ? (asked as Tab) : "mentores";
  const open = (next: Tab) => setParams({ aba: next }, { replace: true, preventScrollReset: true });
  const { unread = 0, isMentor = false } = useMentoringSummary().data ?? {};
  return (
    <div className={`page ${styles.mentoring}`}>
      <title>Mentoria · Academia</title>
      <Head />
      <Tabs.Root value={tab} onValueChange={(value) => open(value as Tab)}>
        <Tabs.List className="tabs" aria-label="Mentoria">
          {Object.entries(TABS).map(([value, label]) => (
            <Tabs.Tab key={value} value={value}>
              {label}
              {value === "sessoes" && <UnreadCount unread={unread} />}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="mentores" className={styles.tabPanel}>
          <MentorList onOpen={open} />
        </Tabs.Panel>
        <Tabs.Panel value="sessoes" className={styles.tabPanel}>
          <MentorshipSessionList
            empty={
              <EmptyState title="Você ainda não tem sessões de mentoria">
                <Button onClick={() => open("mentores")}>Buscar Mentores</Button>
              </EmptyState>
            }
          />
        </Tabs.Panel>
        <Tabs.Panel value="mentor" className={styles.tabPanel}>
          {isMentor && <MentorDay />}
          {isMentor && <h2 className={styles.allSessions}>Todas as sessões</h2>}
          <MentorshipSessionsByState
            side="mentor"
            empty={
              <EmptyState title="Você não tem sessões como mentor">
                <p>Quem é cadastrado como mentor pela administração recebe aqui os pedidos dos membros.</p>
              </EmptyState>
            }
          />
        </Tabs.Panel>
        <Tabs.Panel value="aprendiz" className={styles.tabPanel}>
          <MentorshipSessionList
            side="mentee"
            empty={
              <EmptyState title="Você não tem sessões como aprendiz">
                <Button onClick={() => open("mentores")}>Buscar Mentores</Button>
              </EmptyState>
            }
          />
        </Tabs.Panel>
      </Tabs.Root>
    </div>
  );
}
