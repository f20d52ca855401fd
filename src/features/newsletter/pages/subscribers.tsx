import { Link } from "react-router";
import { AdminPage, WaitingAdminPage } from "#app/features/admin/components/admin-page.tsx";
import type { WaitingPage } from "#app/lib/waiting-page.ts";
import { Subscribers } from "../components/subscriber-list.tsx";

const HEAD = { room: "Conversa", heading: "Boletim", lead: "Quem se inscreveu pelo rodapé, com conta ou sem." };

const Shell = () => <WaitingAdminPage {...HEAD} />;

export const handle: WaitingPage = { Shell };

export default function SubscribersPage() {
  return (
    <AdminPage {...HEAD}>
      <p>
        <Link className="go" to="/admin/cartas">
          Escrever a quem assina
        </Link>
      </p>
      <Subscribers />
    </AdminPage>
  );
}
