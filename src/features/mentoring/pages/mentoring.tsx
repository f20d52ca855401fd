import { Tabs } from "@base-ui/react/tabs";
import { useSearchParams } from "react-router";
import { plural } from "#app/lib/text.ts";
import { Button } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icons.tsx";
import { EmptyState } from "#app/ui/states.tsx";
import { MentorList } from "../components/mentor-list.tsx";
import { MentorshipSessionList } from "../components/mentorship-session-list.tsx";
import { useMentoringSummary } from "../mentorship-sessions/mentorship-sessions.queries.ts";
import styles from "./mentoring.module.css";

/** Values of `?aba=`, and what the tabs are called. */
const TABS = { mentores: "Mentores", sessoes: "Minhas Sessões", mentor: "Como Mentor", aprendiz: "Como Aprendiz" };
type Tab = keyof typeof TABS;

export default function MentoringPage() {
  const [params, setParams] = useSearchParams();
  const asked = params.get("aba");
  const tab: Tab = asked && asked in TABS ? (asked as Tab) : "mentores";
  const open = (next: Tab) => setParams({ aba: next }, { replace: true, preventScrollReset: true });
  const unread = useMentoringSummary().data?.unread ?? 0;
  return (
    <div className={`page ${styles.mentoring}`}>
      <title>Mentoria · Academia</title>
      <header className="page-head">
        <p className="caps caps-gold">Mestre Instrutor</p>
        <h1>Mentoria Maçônica</h1>
        <p className="lead">Um Mestre Instrutor acompanha o seu estudo: peça uma sessão, combinem a data e conversem por aqui.</p>
        <Waiting onOpen={open} />
      </header>
      <Tabs.Root value={tab} onValueChange={(value) => open(value as Tab)}>
        <Tabs.List className="tabs" aria-label="Mentoria">
          {Object.entries(TABS).map(([value, label]) => (
            <Tabs.Tab key={value} value={value}>
              {label}
              {value === "sessoes" && unread > 0 && (
                <span className={`${styles.count} osf`} aria-hidden="true">
                  {unread}
                </span>
              )}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="mentores" className={styles.tabPanel}>
          <MentorList />
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
          <MentorshipSessionList
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

/** What waits for the member, with the way to it; nothing when nothing does. */
function Waiting({ onOpen }: { onOpen: (tab: Tab) => void }) {
  const { unread = 0, requests = 0 } = useMentoringSummary().data ?? {};
  return (
    <ul className={styles.waitingForYou} aria-live="polite">
      {unread > 0 && (
        <li>
          <Icon name="mail" />
          <button type="button" className="go" onClick={() => onOpen("sessoes")}>
            {plural(unread, "mensagem não lida", "mensagens não lidas")}
          </button>
        </li>
      )}
      {requests > 0 && (
        <li>
          <Icon name="clock" />
          <button type="button" className="go" onClick={() => onOpen("mentor")}>
            {plural(requests, "pedido aguarda a sua resposta", "pedidos aguardam a sua resposta")}
          </button>
        </li>
      )}
    </ul>
  );
}
