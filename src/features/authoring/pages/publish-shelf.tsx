import { Navigate, useParams } from "react-router";
import type { WaitingPage } from "#app/lib/waiting-page.ts";
import { KIND_OF_ADDRESS } from "../authoring-words.ts";
import { VersionsPage, WaitingVersions } from "../components/versions-page.tsx";

export const handle: WaitingPage = { Shell: WaitingVersions };

export default function PublishShelfPage() {
  const kind = KIND_OF_ADDRESS[useParams().kind ?? ""];
  return kind ? <VersionsPage kind={kind} /> : <Navigate to="/admin/conteudo" replace />;
}
