import { useAdminLoadErrorToast } from "#app/features/admin/use-admin-load-error-toast.ts";
import { nearDate } from "#app/lib/format.ts";
import { ShowMore } from "#app/ui/show-more.tsx";
import { EmptyState, ErrorState, Skeleton } from "#app/ui/states.tsx";
import { useAuditLog } from "../audit.queries.ts";
import styles from "./audit-log.module.css";

/** Who did what to whom, and when. */
export function AuditLog() {
  const log = useAuditLog();
  useAdminLoadErrorToast(log.error);
  if (log.isPending) return <Skeleton label="Carregando..." />;
  if (log.isError && !log.data)
    return <ErrorState title="Não foi possível carregar os dados." error={log.error} onRetry={() => void log.refetch()} />;
  const entries = log.data.pages.flatMap((page) => page.entries);
  if (entries.length === 0)
    return (
      <EmptyState title="Nenhuma ação registrada">
        <p>O que os administradores fizerem fica escrito aqui, e ninguém pode mudar nem apagar.</p>
      </EmptyState>
    );
  return (
    <>
      <p className={`meta ${styles.logNote}`}>
        O registro só cresce: ninguém pode mudar nem apagar uma linha, nem os administradores.
      </p>
      <ol className={styles.log} aria-label="Registro de ações">
        {entries.map(({ id, at, actor, text }) => (
          <li key={id}>
            <time dateTime={at} title={new Date(at).toLocaleString("pt-BR")}>
              {whenOf(new Date(at))}
            </time>
            <p>
              <strong>{actor}</strong> {text}
            </p>
          </li>
        ))}
      </ol>
      <ShowMore list={log} />
    </>
  );
}

/** The hour matters in a log, and so does the year of older lines. */
function whenOf(date: Date): string {
  const near = nearDate(date);
  if (near.includes(",")) return near;
  const year = date.getFullYear() === new Date().getFullYear() ? "" : ` de ${date.getFullYear()}`;
  return `${near}${year}, ${date.toLocaleTimeString("pt-BR", { hour: "2-digit", minute: "2-digit" })}`;
}
