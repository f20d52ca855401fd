import { Navigate, useParams } from "react-router";
import type { WaitingPage } from "#app/lib/waiting-page.ts";
import { KIND_OF_ADDRESS } from "../authoring-words.ts";
import { QuestionsPage, WaitingQuestions } from "../components/questions-page.tsx";

export const handle: WaitingPage = { Shell: WaitingQuestions };

export default function ShelfQuestionsPage() {
  const { kind: address = "", id = "" } = useParams();
  const kind = KIND_OF_ADDRESS[address];
  return kind === "study" || kind === "document" ? (
    <QuestionsPage of={{ kind, id }} />
  ) : (
    <Navigate to="/admin/conteudo" replace />
  );
}
