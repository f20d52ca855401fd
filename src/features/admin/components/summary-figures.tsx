import type { AdminSummary } from "../admin.answers.ts";
import styles from "../pages/admin.module.css";

/** The three figures above the list: all users, administrators among them, modules. A dash is shown while a figure is not known. */
export function SummaryFigures({ summary }: { summary: AdminSummary | undefined }) {
  const figures = [
    { label: "Usuários", value: summary?.members },
    { label: "Administradores", value: summary?.admins },
    { label: "Módulos", value: summary?.modules },
  ];
  return (
    <dl className={styles.figures}>
      {figures.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className="osf">{value?.toLocaleString("pt-BR") ?? "–"}</dd>
        </div>
      ))}
    </dl>
  );
}
