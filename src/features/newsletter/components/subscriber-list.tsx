import { useState } from "react";
import { useAdminLoadErrorToast } from "#app/features/admin/use-admin-load-error-toast.ts";
import { shortDate } from "#app/lib/format.ts";
import { searchProblem } from "#app/lib/search.ts";
import { plural } from "#app/lib/text.ts";
import { useSettledSearch } from "#app/lib/use-settled-search.ts";
import { Button } from "#app/ui/button.tsx";
import { SelectField, TextField } from "#app/ui/field.tsx";
import { Icon } from "#app/ui/icons.tsx";
import tableStyles from "#app/ui/responsive-table.module.css";
import { ShowMore } from "#app/ui/show-more.tsx";
import { EmptyState, ErrorState, Skeleton } from "#app/ui/states.tsx";
import { toastFailure, toastSuccess } from "#app/ui/toasts.tsx";
import type { Subscriber, SubscriberList } from "../newsletter.answers.ts";
import { useSubscribers, useSubscribersExport } from "../newsletter.queries.ts";
import type { SubscriberStatus } from "../newsletter.table.ts";
import { DeleteSubscriberDialog } from "./delete-subscriber-dialog.tsx";
import styles from "./subscriber-list.module.css";

const STATUS_LABEL: Record<SubscriberStatus, string> = {
  confirmed: "Confirmado",
  pending: "A confirmar",
  unsubscribed: "Cancelado",
};

/** The newsletter's addresses, for administrators: counts, search, download, deletion at their owners' wish. */
export function Subscribers() {
  const [status, setStatus] = useState<SubscriberStatus>();
  const [search, setSearch] = useState("");
  const [deleting, setDeleting] = useState<Subscriber | null>(null);
  const list = useSubscribers({ status, search: useSettledSearch(search) });
  const exported = useSubscribersExport();
  useAdminLoadErrorToast(list.error);
  if (list.isPending) return <Skeleton label="Carregando..." />;
  if (list.isError && !list.data)
    return <ErrorState title="Não foi possível carregar os dados." error={list.error} onRetry={() => void list.refetch()} />;
  const subscribers = list.data.pages.flatMap((page) => page.subscribers);
  const { counts } = list.data.pages[0]!;
  const download = () =>
    exported.mutate(status, {
      onSuccess: () => toastSuccess("Lista exportada", "O arquivo está entre os seus downloads."),
      onError: (error) => toastFailure("Erro ao exportar a lista", error),
    });
  const clear = () => {
    setSearch("");
    setStatus(undefined);
  };
  return (
    <div className="stack">
      <Counts counts={counts} />
      <search className={styles.subscribersFilter}>
        <TextField
          label="Buscar"
          type="search"
          placeholder="Começo do e-mail"
          error={searchProblem(search)}
          autoComplete="off"
          value={search}
          onChange={({ target }) => setSearch(target.value)}
        />
        <SelectField
          label="Situação"
          value={status ?? ""}
          onChange={({ target }) => setStatus((target.value || undefined) as SubscriberStatus | undefined)}
        >
          <option value="">Todas</option>
          {(Object.keys(STATUS_LABEL) as SubscriberStatus[]).map((each) => (
            <option key={each} value={each}>
              {STATUS_LABEL[each]}
            </option>
          ))}
        </SelectField>
        <Button look="secondary" busy={exported.isPending} busyLabel="Exportando..." onClick={download}>
          <Icon name="download" /> Exportar CSV
        </Button>
      </search>
      {subscribers.length === 0 ? (
        <EmptyState title={search || status ? "Nenhum endereço encontrado" : "Ninguém pediu o boletim ainda"}>
          {search || status ? (
            <Button look="secondary" onClick={clear}>
              Limpar a busca
            </Button>
          ) : (
            <p>O formulário está no rodapé de todas as páginas. Só recebe o boletim quem confirma o pedido por e-mail.</p>
          )}
        </EmptyState>
      ) : (
        <Table subscribers={subscribers} stale={list.isPlaceholderData} onDelete={setDeleting} />
      )}
      <ShowMore list={list} />
      {deleting && <DeleteSubscriberDialog subscriber={deleting} onClose={() => setDeleting(null)} />}
    </div>
  );
}

function Counts({ counts: { confirmed, pending, unsubscribed } }: { counts: SubscriberList["counts"] }) {
  return (
    <p className="meta" role="status">
      {plural(confirmed, "confirmado", "confirmados")}, {pending.toLocaleString("pt-BR")} a confirmar,{" "}
      {plural(unsubscribed, "cancelado", "cancelados")}
    </p>
  );
}

type TableProps = { subscribers: Subscriber[]; stale: boolean; onDelete: (subscriber: Subscriber) => void };

function Table({ subscribers, stale, onDelete }: TableProps) {
  return (
    <table className={tableStyles.records} aria-busy={stale || undefined}>
      <caption className="visually-hidden">Endereços do boletim, os mais novos primeiro</caption>
      <thead>
        <tr>
          <th scope="col">E-mail</th>
          <th scope="col">Situação</th>
          <th scope="col">Pedido</th>
          <th scope="col">Desde</th>
          <th scope="col">
            <span className="visually-hidden">Ações</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {subscribers.map((subscriber) => {
          const { id, email, status, requestedAt, confirmedAt, unsubscribedAt } = subscriber;
          const since = status === "unsubscribed" ? unsubscribedAt : confirmedAt;
          return (
            <tr key={id}>
              <th scope="row">{email}</th>
              <td className={tableStyles.half}>
                <span className={`badge ${status === "confirmed" ? "ok" : ""}`}>{STATUS_LABEL[status]}</span>
              </td>
              <td data-label="Pedido" className={tableStyles.half}>
                {shortDate(new Date(requestedAt))}
              </td>
              <td data-label="Desde" className={tableStyles.half}>
                {since && status !== "pending" ? shortDate(new Date(since)) : "—"}
              </td>
              <td className={`${tableStyles.half} ${tableStyles.acts}`}>
                <Button small look="danger" onClick={() => onDelete(subscriber)} aria-label={`Excluir ${email}`}>
                  Excluir
                </Button>
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
