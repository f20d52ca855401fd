import { useState } from "react";
import { Link, Navigate, useSearchParams } from "react-router";
import { useSession } from "#app/features/account/account.queries.ts";
import { dayOfMonth, timeAgo, weekdayName } from "#app/lib/format.ts";
import { firstName, numberInWords, opening } from "#app/lib/text.ts";
import type { WaitingPage } from "#app/lib/waiting-page.ts";
import { Icon } from "#app/ui/icons.tsx";
import { Blank, ErrorState, PageShell, Skeleton } from "#app/ui/states.tsx";
import type { Matter } from "../admin.answers.ts";
import { type MemberFilters, useAdminDenied, useAdminSummary } from "../admin.queries.ts";
import { isDecision } from "../admin.schema.ts";
import { AccessDenied } from "../components/access-denied.tsx";
import { MembersPanel } from "../components/members-panel.tsx";
import { ThisWeek, WhatWaits } from "../components/morning.tsx";
import { RoomIndex } from "../components/room-index.tsx";
import { SummaryFigures } from "../components/summary-figures.tsx";
import { useAdminLoadErrorToast } from "../use-admin-load-error-toast.ts";
import styles from "./admin.module.css";

const Shell = () => (
  <PageShell>
    <div className="page admin">
      <title>Painel Admin · Academia</title>
      <header className="page-head">
        <p className="caps caps-gold">Painel Admin</p>
        <h1>
          <Blank letters={16} />
        </h1>
        <p className="lead">
          <Blank letters={40} />
        </p>
      </header>
      <Skeleton label="Carregando..." lines={10} />
    </div>
  </PageShell>
);

export const handle: WaitingPage = { Shell };

/** Where the tabs of an earlier version have gone: letters and bookmarks lead to them. */
const FORMER_TABS: Record<string, string> = {
  pedidos: "/admin/pedidos",
  questoes: "/admin/questoes",
  certificados: "/admin/certificados",
  contato: "/admin/contato",
  comunidade: "/admin/salas",
  avisos: "/admin/cartas",
  boletim: "/admin/boletim",
  registro: "/admin/registro",
  sistema: "/admin/sistema",
};

const greeting = (hour: number): string => (hour < 12 ? "Bom dia" : hour < 18 ? "Boa tarde" : "Boa noite");

/** "Cinco assuntos esperam, o mais antigo há nove dias." */
const waitingInWords = (decisions: Matter[]): string =>
  decisions.length === 0
    ? "Nada espera."
    : `${opening(numberInWords(decisions.length, "m"))} ${decisions.length === 1 ? "assunto espera" : "assuntos esperam"}, o mais antigo ${timeAgo(new Date(decisions[0]!.oldest))}.`;

/** The administration's morning: what waits, how the week went, where everything is, and the users. */
export default function AdminHome() {
  const [params] = useSearchParams();
  const [filters, setFilters] = useState<MemberFilters>({});
  const summary = useAdminSummary();
  useAdminLoadErrorToast(summary.error);
  const name = useSession().data?.member?.name ?? "";
  const former = FORMER_TABS[params.get("aba") ?? ""];
  if (useAdminDenied()) return <AccessDenied />;
  if (former) return <Navigate to={former} replace />;
  const now = new Date();
  const matters = summary.data?.matters;
  const decisions = matters?.filter(isDecision);
  return (
    <div className="page admin">
      <title>Painel Admin · Academia</title>
      <header className="page-head">
        <p className="caps caps-gold">Painel Admin</p>
        <h1>
          {greeting(now.getHours())}, {firstName(name)}.
        </h1>
        <p className="lead">
          {opening(`${weekdayName(now)}, ${dayOfMonth(now)}`)}.{decisions && ` ${waitingInWords(decisions)}`}
        </p>
      </header>
      <div className={styles.morning}>
        {decisions && <WhatWaits matters={decisions} />}
        {summary.isPending && <Skeleton label="Carregando..." lines={8} />}
        {summary.isError && !decisions && (
          <ErrorState title="Não foi possível carregar os dados." error={summary.error} onRetry={() => void summary.refetch()} />
        )}
        <ThisWeek />
      </div>
      <RoomIndex matters={matters ?? []} />
      <section className={styles.users} aria-labelledby="usuarios">
        <div className="ruled-head">
          <h2 id="usuarios">Usuários</h2>
          <Link className="go" to="/admin/membros">
            Membros, Loja por Loja <Icon name="arrow" />
          </Link>
        </div>
        <SummaryFigures summary={summary.data} />
        <MembersPanel filters={filters} onFilters={setFilters} />
      </section>
    </div>
  );
}
