import { useState } from "react";
import { useAdminLoadErrorToast } from "#app/features/admin/use-admin-load-error-toast.ts";
import { nearDate } from "#app/lib/format.ts";
import { opening } from "#app/lib/text.ts";
import { useSettledSearch } from "#app/lib/use-settled-search.ts";
import { Button } from "#app/ui/button.tsx";
import { ShowMore } from "#app/ui/show-more.tsx";
import { EmptyState, ErrorState, Skeleton } from "#app/ui/states.tsx";
import type { AuditEntry } from "../audit.answers.ts";
import { useAuditLog } from "../audit.queries.ts";
import type { AuditFilter } from "../audit.schema.ts";
import { type AuditFilterFields, AuditFilters, dateProblems, NO_FILTER } from "./audit-filters.tsx";
import styles from "./audit-log.module.css";

/** Who did what to whom, and when: narrowed by each of them, and taken away as a spreadsheet. */
export function AuditLog() {
  const [fields, setFields] = useState(NO_FILTER);
  const filter = useSettledFilter(fields);
  const log = useAuditLog(filter);
  useAdminLoadErrorToast(log.error);
  const entries = log.data?.pages.flatMap((page) => page.entries) ?? [];
  const narrowed = Object.keys(filter).length > 0;
  return (
    <>
      <p className={`meta ${styles.logNote}`}>
        O registro só cresce: ninguém pode mudar nem apagar uma linha, nem os administradores.
      </p>
      <AuditFilters fields={fields} filter={filter} onFields={setFields} />
      {log.isPending && <Skeleton label="Carregando..." />}
      {log.isError && entries.length === 0 && (
        <ErrorState title="Não foi possível carregar os dados." error={log.error} onRetry={() => void log.refetch()} />
      )}
      {log.data && entries.length === 0 && <NothingFound narrowed={narrowed} onClear={() => setFields(NO_FILTER)} />}
      {entries.length > 0 && <Entries entries={entries} stale={log.isPlaceholderData} />}
      <ShowMore list={log} />
    </>
  );
}

/** What the fields ask for, once the typing has paused; dates that are wrong ask for nothing. */
function useSettledFilter({ actor, member, kind, from, until }: AuditFilterFields): AuditFilter {
  const settled = { actor: useSettledSearch(actor).trim(), member: useSettledSearch(member).trim() };
  const problems = dateProblems({ from, until });
  const asked = { ...settled, kind, from: problems.from ? "" : from, until: problems.until ? "" : until };
  return Object.fromEntries(Object.entries(asked).filter(([, value]) => value)) as AuditFilter;
}

function NothingFound({ narrowed, onClear }: { narrowed: boolean; onClear: () => void }) {
  if (!narrowed)
    return (
      <EmptyState title="Nenhuma ação registrada">
        <p>O que os administradores fizerem fica escrito aqui, e ninguém pode mudar nem apagar.</p>
      </EmptyState>
    );
  return (
    <EmptyState title="Nenhuma ação encontrada">
      <p>De quem foi removido só se acham as ações pelo e-mail que a conta tinha, escrito inteiro.</p>
      <Button look="secondary" onClick={onClear}>
        Limpar os filtros
      </Button>
    </EmptyState>
  );
}

function Entries({ entries, stale }: { entries: AuditEntry[]; stale: boolean }) {
  return (
    <ol className={styles.log} aria-label="Registro de ações" aria-busy={stale || undefined}>
      {entries.map(({ id, at, actor, text }) => (
        <li key={id}>
          <time dateTime={at} title={new Date(at).toLocaleString("pt-BR")}>
            {opening(whenOf(new Date(at)))}
          </time>
          <p>
            <strong>{actor}</strong> {text}
          </p>
        </li>
      ))}
    </ol>
  );
}

/** The hour matters in a log, and so does the year of older lines. */
function whenOf(date: Date): string {
  const near = nearDate(date);
  if (near.includes(",")) return near;
  const year = date.getFullYear() === new Date().getFullYear() ? "" : ` de ${date.getFullYear()}`;
  return `${near}${year}, ${date.toLocaleTimeString("pt-BR", { hour: "2-digit", minute: "2-digit" })}`;
}
