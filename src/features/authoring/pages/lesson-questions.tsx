import { useParams } from "react-router";
import type { WaitingPage } from "#app/lib/waiting-page.ts";
import { QuestionsPage, WaitingQuestions } from "../components/questions-page.tsx";

export const handle: WaitingPage = { Shell: WaitingQuestions };

export default function LessonQuestionsPage() {
  const { id = "" } = useParams();
  return <QuestionsPage of={{ kind: "lesson", id }} />;
}
