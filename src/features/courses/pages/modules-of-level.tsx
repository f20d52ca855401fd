import { Navigate, useParams } from "react-router";
import { isDegree } from "#app/lib/degrees.ts";

/** `/modulos/{nivel}`, where the assessment's result leads. */
export default function ModulesOfLevelPage() {
  const { nivel } = useParams();
  return <Navigate to={isDegree(nivel) ? `/modulos?nivel=${nivel}` : "/modulos"} replace />;
}
