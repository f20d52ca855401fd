import { AdminPage, WaitingAdminPage } from "#app/features/admin/components/admin-page.tsx";
import { useMemberChoices } from "#app/features/admin/member-list.queries.ts";
import type { WaitingPage } from "#app/lib/waiting-page.ts";
import { ReportView, useReportFilter } from "../components/report-view.tsx";
import { useReport } from "../reports.queries.ts";

const HEAD = { room: "Estudo", heading: "Relatórios", lead: "Como se estuda na casa, onde se para e quanto se espera." };

const Shell = () => <WaitingAdminPage {...HEAD} />;

export const handle: WaitingPage = { Shell };

export default function ReportsPage() {
  const [filter, narrow] = useReportFilter();
  const asked = useReport(filter);
  const lodges = useMemberChoices().data?.lodges ?? [];
  return (
    <AdminPage {...HEAD}>
      <ReportView asked={asked} filter={filter} onFilter={narrow} lodges={lodges} />
    </AdminPage>
  );
}
