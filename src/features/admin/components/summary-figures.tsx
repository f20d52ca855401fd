import { useAdminSummary } from "../admin.queries.ts";
import styles from "../pages/admin.module.css";
import { useAdminLoadErrorToast } from "../use-admin-load-error-toast.ts";

/** The three figures above the panel: all users, administrators among them, modules. A dash is shown while a figure is loading. */
export function SummaryFigures() {
  const summary = useAdminSummary();
  useAdminLoadErrorToast(summary.error);
  const figures = [
    { label: "Usuários", value: summary.data?.members },
    { label: "Administradores", value: summary.data?.admins },
    { label: "Módulos", value: summary.data?.modules },
  ];
  return (
    <>
      <dl className={styles.figures}>
        {figures.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className="osf">{value?.toLocaleString("pt-BR") ?? "–"}</dd>
          </div>
        ))}
      </dl>
      {summary.isError && !summary.data && (
        <p role="alert">
          <span>Não foi possível carregar os dados.</span>{" "}
          <button type="button" className="go" onClick={() => void summary.refetch()}>
            Tentar novamente
          </button>
        </p>
      )}
    </>
  );
}
