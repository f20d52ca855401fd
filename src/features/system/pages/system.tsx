import { AdminPage, WaitingAdminPage } from "#app/features/admin/components/admin-page.tsx";
import type { WaitingPage } from "#app/lib/waiting-page.ts";
import { SystemOverview } from "../components/system-overview.tsx";

const HEAD = { room: "Casa", heading: "Sistema", lead: "O servidor: o que pede atenção, as cópias, o correio e as tarefas." };

const Shell = () => <WaitingAdminPage {...HEAD} />;

export const handle: WaitingPage = { Shell };

export default function SystemPage() {
  return (
    <AdminPage {...HEAD}>
      <SystemOverview />
    </AdminPage>
  );
}
