import { AdminPage, WaitingAdminPage } from "#app/features/admin/components/admin-page.tsx";
import type { WaitingPage } from "#app/lib/waiting-page.ts";
import { BoardAdministration } from "../components/board-list.tsx";

const HEAD = { room: "Conversa", heading: "Salas", lead: "As salas da comunidade, quem as modera e em que ordem aparecem." };

const Shell = () => <WaitingAdminPage {...HEAD} />;

export const handle: WaitingPage = { Shell };

export default function BoardsPage() {
  return (
    <AdminPage {...HEAD}>
      <BoardAdministration />
    </AdminPage>
  );
}
