import { Navigate } from "react-router";
import { useMember } from "#app/features/account/account.queries.ts";
import { useExamsToResume } from "#app/features/exam/exam.queries.ts";
import { ErrorState, Waiting } from "#app/ui/states.tsx";
import { useResumption } from "../courses.queries.ts";

/**
 * "Continuar": leads to the degree's exam when it is open or runs, as the dashboard's next step does, else to the lesson where the member
 * stopped, or to the modules when every open lesson is complete.
 */
export default function ResumePage() {
  const { degree, standing } = useMember();
  const closed = standing !== "full";
  const lessons = useResumption();
  const exams = useExamsToResume(!closed); // no exam is open to them
  const asked = [lessons, exams];
  if (lessons.data && (exams.data || closed) && !asked.some(({ isFetching }) => isFetching)) {
    const exam = exams.data?.exams.find((one) => one.degree === degree);
    const { resume } = lessons.data;
    const lesson = resume ? `/modulo/${resume.moduleId}/licao/${resume.number}` : "/modulos";
    return <Navigate to={exam?.status === "open" || exam?.status === "running" ? `/exame/${degree}` : lesson} replace />;
  }
  const failed = asked.filter(({ error, isFetching }) => error && !isFetching);
  return (
    <div className="page">
      <title>Continuar · Academia</title>
      {failed[0] ? (
        <ErrorState
          title="Erro ao abrir a lição"
          error={failed[0].error}
          onRetry={() => void Promise.all(failed.map(({ refetch }) => refetch()))}
        />
      ) : (
        <Waiting />
      )}
    </div>
  );
}
