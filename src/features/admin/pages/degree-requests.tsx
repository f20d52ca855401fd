import type { WaitingPage } from "#app/lib/waiting-page.ts";
import { AdminPage, WaitingAdminPage } from "../components/admin-page.tsx";
import { DegreeRequestsPanel } from "../components/degree-requests-panel.tsx";

const HEAD = {
  room: "Pessoas",
  heading: "Pedidos de grau",
  title: "Pedidos",
  lead: "O mais antigo primeiro. A resposta foi prometida em sete dias.",
};

const Shell = () => <WaitingAdminPage {...HEAD} />;

export const handle: WaitingPage = { Shell };

export default function DegreeRequestsPage() {
  return (
    <AdminPage {...HEAD}>
      <DegreeRequestsPanel />
    </AdminPage>
  );
}
