import { AdminPage, WaitingAdminPage } from "#app/features/admin/components/admin-page.tsx";
import type { WaitingPage } from "#app/lib/waiting-page.ts";
import { AuditLog } from "../components/audit-log.tsx";

const HEAD = { room: "Casa", heading: "Registro de ações" };

const Shell = () => <WaitingAdminPage {...HEAD} />;

export const handle: WaitingPage = { Shell };

export default function AuditLogPage() {
  return (
    <AdminPage {...HEAD}>
      <AuditLog />
    </AdminPage>
  );
}
