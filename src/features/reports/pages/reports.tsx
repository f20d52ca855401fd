import type { ReactNode } from "react";
import { useAdminDenied } from "#app/features/admin/admin.queries.ts";
import { AccessDenied } from "#app/features/admin/components/access-denied.tsx";
import { useMemberChoices } from "#app/features/admin/member-list.queries.ts";
import type { WaitingPage } from "#app/lib/waiting-page.ts";
import { PageShell, Skeleton } from "#app/ui/states.tsx";
import { ReportView, useReportFilter } from "../components/report-view.tsx";
import { useReport } from "../reports.queries.ts";

const Page = ({ children }: { children: ReactNode }) => (
  <div className="page admin">
    <title>Relatórios · Academia</title>
    <header className="page-head">
      <p className="caps caps-gold">Estudo</p>
      <h1>Relatórios</h1>
      <p className="lead">Como se estuda na casa, onde se para e quanto se espera.</p>
    </header>
    {children}
  </div>
);

const Shell = () => (
  <PageShell>
    <Page>
      <Skeleton label="Carregando..." lines={10} />
    </Page>
  </PageShell>
);

export const handle: WaitingPage = { Shell };

export default function ReportsPage() {
  const [filter, narrow] = useReportFilter();
  const asked = useReport(filter);
  const lodges = useMemberChoices().data?.lodges ?? [];
  if (useAdminDenied()) return <AccessDenied />;
  return (
    <Page>
      <ReportView asked={asked} filter={filter} onFilter={narrow} lodges={lodges} />
    </Page>
  );
}
