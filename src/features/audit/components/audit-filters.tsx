import { useId, useState } from "react";
import { NO_DATE } from "#app/lib/no-date.ts";
import { searchProblem } from "#app/lib/search.ts";
import { Button } from "#app/ui/button.tsx";
import { DateField } from "#app/ui/date-field.tsx";
import { SelectField, TextField } from "#app/ui/field.tsx";
import { Icon } from "#app/ui/icons.tsx";
import { toastFailure, toastSuccess } from "#app/ui/toasts.tsx";
import { useAuditExport } from "../audit.queries.ts";
import { AUDIT_KINDS, type AuditFilter, type AuditKind } from "../audit.schema.ts";
import styles from "./audit-log.module.css";

/** What the fields hold; empty ones narrow nothing. */
export type AuditFilterFields = { actor: string; member: string; kind: AuditKind | ""; from: string; until: string };

export const NO_FILTER: AuditFilterFields = { actor: "", member: "", kind: "", from: "", until: "" };

/** What is wrong with the days, in words. */
export function dateProblems({ from, until }: Pick<AuditFilterFields, "from" | "until">): { from?: string; until?: string } {
  const problem = (day: string) => (day && (day === NO_DATE || day < "2000" || day >= "2200") ? "Complete a data" : undefined);
  const order = from && until && from > until ? "A data final vem antes da inicial" : undefined;
  const problems = { from: problem(from), until: problem(until) };
  return { ...problems, ...(!problems.from && !problems.until && order && { until: order }) };
}

type Props = { fields: AuditFilterFields; filter: AuditFilter; onFields: (fields: AuditFilterFields) => void };

/** Who, about whom, what, when; on a phone behind a button, so that the log itself is in sight. */
export function AuditFilters({ fields, filter, onFields }: Props) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const exported = useAuditExport();
  const set = (part: Partial<AuditFilterFields>) => onFields({ ...fields, ...part });
  const problems = dateProblems(fields);
  const wrong = [searchProblem(fields.actor), searchProblem(fields.member), problems.from, problems.until].some(Boolean);
  const active = Object.keys(filter).length;
  const download = () =>
    exported.mutate(filter, {
      onSuccess: () => toastSuccess("Registro exportado", "O arquivo está entre os seus downloads."),
      onError: (error) => toastFailure("Erro ao exportar o registro", error),
    });
  const person = (name: "actor" | "member", label: string) => (
    <TextField
      label={label}
      type="search"
      placeholder="Nome ou e-mail"
      autoComplete="off"
      error={searchProblem(fields[name])}
      value={fields[name]}
      onChange={({ target }) => set({ [name]: target.value })}
    />
  );
  const day = (name: "from" | "until", label: string) => (
    <DateField
      type="date"
      label={label}
      error={problems[name]}
      value={fields[name]}
      onChange={(value) => set({ [name]: value })}
      onBlur={() => undefined}
      inputRef={null}
    />
  );
  return (
    <div className={styles.tools}>
      <div className={styles.calls}>
        <Button look="secondary" className={styles.toggle} aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
          <Icon name="search" /> Filtrar{active > 0 && ` (${active})`}
        </Button>
        <Button look="secondary" disabled={wrong} busy={exported.isPending} busyLabel="Exportando..." onClick={download}>
          <Icon name="download" /> Exportar CSV
        </Button>
      </div>
      <search id={id} className={styles.filters} data-open={open || undefined}>
        {person("actor", "Quem fez")}
        {person("member", "Sobre quem")}
        <SelectField label="O quê" value={fields.kind} onChange={({ target }) => set({ kind: target.value as AuditKind | "" })}>
          <option value="">Todas as ações</option>
          {Object.entries(AUDIT_KINDS).map(([kind, label]) => (
            <option key={kind} value={kind}>
              {label}
            </option>
          ))}
        </SelectField>
        {day("from", "De")}
        {day("until", "Até")}
      </search>
    </div>
  );
}
