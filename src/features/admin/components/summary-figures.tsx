import { useAdminSummary } from "../admin.queries.ts";

/** The three figures above the panel: all users, administrators among them, modules. A dash stands where a figure is still on its way. */
export function SummaryFigures() {
  const summary = useAdminSummary().data;
  const figures = [
    { label: "Usuários", value: summary?.members },
    { label: "Administradores", value: summary?.admins },
    { label: "Módulos", value: summary?.modules },
  ];
  return (
    <dl className="figures">
      {figures.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className="osf">{value?.toLocaleString("pt-BR") ?? "–"}</dd>
        </div>
      ))}
    </dl>
  );
}
