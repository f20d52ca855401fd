import type { ReactNode } from "react";
import { Link } from "react-router";
import type { WaitingPage } from "#app/lib/waiting-page.ts";
import { PageShell, Skeleton } from "#app/ui/states.tsx";
import { ReportView, useReportFilter } from "../components/report-view.tsx";
import { useOwnReport } from "../reports.queries.ts";

const Page = ({ lodge, children }: { lodge?: string | null; children: ReactNode }) => (
  <div className="page">
    <title>Relatório · Academia</title>
    <header className="page-head">
      <p className="caps caps-gold">Minha Loja</p>
      <h1>Relatório</h1>
      <p className="lead">{lodge ?? " "}</p>
      <p className="no-print">
        <Link className="go" to="/minha-loja">
          Voltar a Minha Loja
        </Link>
      </p>
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

/** How the Lodge of the officer who reads it studies. */
export default function OwnReportPage() {
  const [filter, narrow] = useReportFilter();
  const asked = useOwnReport(filter);
  return (
    <Page lodge={asked.data?.lodge}>
      <ReportView asked={asked} filter={filter} onFilter={narrow} />
    </Page>
  );
}
