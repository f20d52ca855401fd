import type { ReactNode } from "react";
import { useAdminLoadErrorToast } from "#app/features/admin/use-admin-load-error-toast.ts";
import { nearDate, timeAgo } from "#app/lib/format.ts";
import { plural } from "#app/lib/text.ts";
import { Button } from "#app/ui/button.tsx";
import { ErrorState, Skeleton } from "#app/ui/states.tsx";
import { toastFailure, toastSuccess } from "#app/ui/toasts.tsx";
import { jobInWords } from "../job-words.ts";
import type { SystemState } from "../system.answers.ts";
import { useRetryTasks, useSystem } from "../system.queries.ts";
import styles from "./system-overview.module.css";

/** How the academy's machine is doing, for administrators: warnings, backups, letters and tasks that wait. */
export function SystemOverview() {
  const system = useSystem();
  useAdminLoadErrorToast(system.error);
  if (system.isPending) return <Skeleton label="Carregando..." />;
  if (!system.data)
    return <ErrorState title="Não foi possível carregar os dados." error={system.error} onRetry={() => void system.refetch()} />;
  const { warnings, backup, letters, jobs, diskFree } = system.data;
  return (
    <div className="stack stack-wide">
      <Part title="Avisos">
        {warnings.length === 0 ? (
          <p>Nada pede atenção agora.</p>
        ) : (
          <ul className={styles.warnings}>
            {warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        )}
        <p className="meta">Espaço livre no disco: {Math.floor(diskFree * 100)}%</p>
      </Part>
      <Part title="Cópias de segurança">
        <p>{backupInWords(backup)}</p>
        <p className="meta">Espaço livre no disco das cópias: {Math.floor(backup.diskFree * 100)}%</p>
        {backup.failure && (
          <p>
            A última tentativa falhou {nearDate(new Date(backup.failure.at))}: {backup.failure.message}
          </p>
        )}
      </Part>
      <Letters letters={letters} />
      <Part title="Tarefas">
        {jobs.length === 0 ? (
          <p>Nenhuma tarefa espera.</p>
        ) : (
          <ul className={styles.tasks}>
            {jobs.map((job) => (
              <li key={job.name}>{taskInWords(job)}</li>
            ))}
          </ul>
        )}
        {jobs.some(({ failing }) => failing > 0) && <Retry />}
      </Part>
    </div>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.part}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

/** Of letters and of the other tasks, which are one queue. */
function Retry() {
  const retryAll = useRetryTasks();
  const retry = () =>
    retryAll.mutate(undefined, {
      onSuccess: ({ retried }) =>
        toastSuccess("Na fila", `${plural(retried, "tarefa será tentada", "tarefas serão tentadas")} agora.`),
      onError: (problem) => toastFailure("Não foi possível tentar de novo.", problem),
    });
  return (
    <p>
      <Button small look="secondary" busy={retryAll.isPending} busyLabel="Tentando..." onClick={retry}>
        Tentar agora o que falhou
      </Button>
    </p>
  );
}

function Letters({ letters: { waiting, failing, oldest, error, filed } }: { letters: SystemState["letters"] }) {
  return (
    <Part title="Cartas">
      <p>
        {waiting === 0 ? "Nenhuma carta espera o envio" : `${plural(waiting, "carta espera", "cartas esperam")} o envio`}
        {oldest && `, a mais antiga de ${timeAgo(new Date(oldest))}`}.
      </p>
      {filed > 0 && (
        <p>{plural(filed, "carta ficou em disco, sem ser enviada.", "cartas ficaram em disco, sem serem enviadas.")}</p>
      )}
      {failing > 0 && (
        <p>
          {plural(failing, "já foi tentada e falhou", "já foram tentadas e falharam")}
          {error && `: ${error}`}
        </p>
      )}
    </Part>
  );
}

function taskInWords({ name, waiting, failing, oldest }: SystemState["jobs"][number]): string {
  const counts = [
    waiting > 0 && `${waiting.toLocaleString("pt-BR")} à espera`,
    failing > 0 && `${failing.toLocaleString("pt-BR")} com falha`,
    oldest && `a mais antiga de ${timeAgo(new Date(oldest))}`,
  ];
  return `${jobInWords(name)}: ${counts.filter(Boolean).join(", ")}`;
}

function backupInWords({ mode, last }: SystemState["backup"]): string {
  const made = last ? `A última: ${nearDate(new Date(last))}.` : "Ainda não há nenhuma cópia.";
  if (mode === "external") return `O banco é de um servidor próprio, e as cópias automáticas são as dele. ${made}`;
  return mode === "off" ? `As cópias automáticas estão desligadas. ${made}` : `Feitas todo dia. ${made}`;
}
