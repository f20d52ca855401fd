import { Navigate } from "react-router";
import { ErrorState, Waiting } from "#app/ui/states.tsx";
import { useResumption } from "../courses.queries.ts";

/** "Continuar": leads to the lesson where the member stopped, or to the modules when every open one is complete. */
export default function ResumePage() {
  const { data, error, isFetching, refetch } = useResumption();
  if (data && !isFetching) {
    const { resume } = data;
    return <Navigate to={resume ? `/modulo/${resume.moduleId}/licao/${resume.number}` : "/modulos"} replace />;
  }
  return (
    <div className="page">
      <title>Continuar · Academia</title>
      {error && !isFetching ? (
        <ErrorState title="Erro ao abrir a lição" error={error} onRetry={() => void refetch()} />
      ) : (
        <Waiting />
      )}
    </div>
  );
}
