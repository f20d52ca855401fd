import { Tabs } from "@base-ui/react/tabs";
import { type ReactNode, useState } from "react";
import { Link, useSearchParams } from "react-router";
import { AuditLog } from "#app/features/audit/components/audit-log.tsx";
import { CertificatesTab } from "#app/features/certificates/components/certificates-tab.tsx";
import { BoardsTab } from "#app/features/community/components/boards-tab.tsx";
import { ContactMessagesTab } from "#app/features/contact/components/contact-messages-tab.tsx";
import { QuestionsTab } from "#app/features/exam/components/questions-tab.tsx";
import { SubscribersTab } from "#app/features/newsletter/components/subscribers-tab.tsx";
import { SystemTab } from "#app/features/system/components/system-tab.tsx";
import { plural } from "#app/lib/text.ts";
import type { WaitingPage } from "#app/lib/waiting-page.ts";
import { Icon } from "#app/ui/icons.tsx";
import { BlankTabs, PageShell, Skeleton } from "#app/ui/states.tsx";
import type { AdminSummary } from "../admin.answers.ts";
import { type MemberFilters, useAdminDenied, useAdminSummary } from "../admin.queries.ts";
import { AccessDenied } from "../components/access-denied.tsx";
import { DegreeRequestsPanel } from "../components/degree-requests-panel.tsx";
import { MembersPanel } from "../components/members-panel.tsx";
import { SummaryFigures } from "../components/summary-figures.tsx";
import styles from "./admin.module.css";

/** What a panel may use of the page: state that outlives a change of tab, and the way to another tab. */
type PanelContext = { filters: MemberFilters; setFilters: (filters: MemberFilters) => void; open: (tab: string) => void };

type AdminTab = {
  /** Value of `?aba=`. */
  value: string;
  label: string;
  panel: (context: PanelContext) => ReactNode;
  /** How much waits behind the tab. */
  waiting?: (summary: AdminSummary) => number;
};

/** The tabs of the panel, in order. A new one is one line here. */
const TABS: AdminTab[] = [
  {
    value: "usuarios",
    label: "Usuários",
    panel: ({ filters, setFilters }) => <MembersPanel filters={filters} onFilters={setFilters} />,
  },
  {
    value: "pedidos",
    label: "Pedidos de grau",
    panel: ({ open }) => <DegreeRequestsPanel onMembers={() => open("usuarios")} />,
    waiting: (summary) => summary.pendingDegreeRequests,
  },
  { value: "questoes", label: "Questões", panel: () => <QuestionsTab /> },
  { value: "certificados", label: "Certificados", panel: () => <CertificatesTab /> },
  { value: "contato", label: "Contato", panel: () => <ContactMessagesTab />, waiting: ({ openMessages }) => openMessages },
  { value: "comunidade", label: "Comunidade", panel: () => <BoardsTab />, waiting: ({ waitingPosts }) => waitingPosts },
  { value: "boletim", label: "Boletim", panel: () => <SubscribersTab /> },
  { value: "registro", label: "Registro de ações", panel: () => <AuditLog /> },
  { value: "sistema", label: "Sistema", panel: () => <SystemTab /> },
];

const Shell = () => (
  <PageShell>
    <div className="page admin">
      <title>Painel Admin · Academia</title>
      <header className="page-head">
        <p className="caps caps-gold">Administração</p>
        <h1>Painel Admin</h1>
        <dl className={styles.figures}>
          {["Usuários", "Administradores", "Módulos"].map((label) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd className="osf">–</dd>
            </div>
          ))}
        </dl>
        <p className="go">Gestão de Mentores</p>
      </header>
      <BlankTabs labels={TABS.map(({ label }) => label)} />
      <div className="room-l">
        <Skeleton label="Carregando..." lines={6} />
      </div>
    </div>
  </PageShell>
);

export const handle: WaitingPage = { Shell };

export default function AdminPage() {
  const [params, setParams] = useSearchParams();
  const [filters, setFilters] = useState<MemberFilters>({});
  const summary = useAdminSummary().data;
  if (useAdminDenied()) return <AccessDenied />;
  const asked = params.get("aba");
  const current = TABS.find(({ value }) => value === asked)?.value ?? "usuarios";
  const open = (tab: string) => setParams({ aba: tab }, { replace: true, preventScrollReset: true });
  return (
    <div className="page admin">
      <title>Painel Admin · Academia</title>
      <header className="page-head">
        <p className="caps caps-gold">Administração</p>
        <h1>Painel Admin</h1>
        <SummaryFigures />
        <p>
          <Link className="go" to="/gestao-mentores">
            Gestão de Mentores <Icon name="arrow" />
          </Link>{" "}
          <Link className="go" to="/admin/membros">
            Membros <Icon name="arrow" />
          </Link>{" "}
          <Link className="go" to="/admin/convites">
            Convites <Icon name="arrow" />
          </Link>{" "}
          <Link className="go" to="/admin/admissao">
            Admissão <Icon name="arrow" />
          </Link>{" "}
          <Link className="go" to="/admin/contestacoes">
            Contestações <Icon name="arrow" />
          </Link>{" "}
          <Link className="go" to="/admin/lojas">
            Lojas <Icon name="arrow" />
          </Link>{" "}
          <Link className="go" to="/admin/cartas">
            Cartas e avisos <Icon name="arrow" />
          </Link>{" "}
          <Link className="go" to="/admin/relatorios">
            Relatórios <Icon name="arrow" />
          </Link>{" "}
          <Link className="go" to="/admin/configuracoes">
            Configurações <Icon name="arrow" />
          </Link>
        </p>
      </header>
      <Tabs.Root value={current} onValueChange={(value) => open(String(value))}>
        <Tabs.List className="tabs" aria-label="Administração">
          {TABS.map(({ value, label, waiting }) => {
            const count = summary && waiting ? waiting(summary) : 0;
            return (
              <Tabs.Tab key={value} value={value}>
                {label}
                {count > 0 && (
                  <>
                    <span className={`${styles.count} osf`} aria-hidden="true">
                      {count}
                    </span>
                    <span className="visually-hidden">, {plural(count, "em aberto", "em aberto")}</span>
                  </>
                )}
              </Tabs.Tab>
            );
          })}
        </Tabs.List>
        {TABS.map(({ value, panel }) => (
          <Tabs.Panel key={value} value={value} className={styles.adminPanel}>
            {panel({ filters, setFilters, open })}
          </Tabs.Panel>
        ))}
      </Tabs.Root>
    </div>
  );
}
