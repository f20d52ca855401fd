import { AdminPage, WaitingAdminPage } from "#app/features/admin/components/admin-page.tsx";
import type { WaitingPage } from "#app/lib/waiting-page.ts";
import { QuestionList } from "../components/question-list.tsx";

const HEAD = {
  room: "Estudo",
  heading: "Questões",
  title: "Questões",
  lead: "As questões dos exames, e como foram respondidas.",
};

const Shell = () => <WaitingAdminPage {...HEAD} />;

export const handle: WaitingPage = { Shell };

export default function QuestionsPage() {
  return (
    <AdminPage {...HEAD}>
      <QuestionList />
    </AdminPage>
  );
}
