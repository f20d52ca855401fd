import { AdminPage, WaitingAdminPage } from "#app/features/admin/components/admin-page.tsx";
import type { WaitingPage } from "#app/lib/waiting-page.ts";
import { CertificateList } from "../components/certificate-list.tsx";

const HEAD = { room: "Estudo", heading: "Certificados emitidos" };

const Shell = () => <WaitingAdminPage {...HEAD} />;

export const handle: WaitingPage = { Shell };

export default function AllCertificatesPage() {
  return (
    <AdminPage {...HEAD}>
      <CertificateList />
    </AdminPage>
  );
}
