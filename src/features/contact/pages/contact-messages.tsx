import { AdminPage, WaitingAdminPage } from "#app/features/admin/components/admin-page.tsx";
import type { WaitingPage } from "#app/lib/waiting-page.ts";
import { ContactMessages } from "../components/contact-messages.tsx";

const HEAD = {
  room: "Conversa",
  heading: "Contato",
  lead: "O que chega pela página de contato. Responde-se por e-mail, e marca-se aqui.",
};

const Shell = () => <WaitingAdminPage {...HEAD} />;

export const handle: WaitingPage = { Shell };

export default function ContactMessagesPage() {
  return (
    <AdminPage {...HEAD}>
      <ContactMessages />
    </AdminPage>
  );
}
