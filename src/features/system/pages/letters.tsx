import { Link } from "react-router";
import { AdminPage, WaitingAdminPage } from "#app/features/admin/components/admin-page.tsx";
import { useAdminLoadErrorToast } from "#app/features/admin/use-admin-load-error-toast.ts";
import { nearDate } from "#app/lib/format.ts";
import { plural } from "#app/lib/text.ts";
import type { WaitingPage } from "#app/lib/waiting-page.ts";
import { Button } from "#app/ui/button.tsx";
import tableStyles from "#app/ui/responsive-table.module.css";
import { EmptyState, ErrorState, Skeleton } from "#app/ui/states.tsx";
import { toastFailure, toastSuccess } from "#app/ui/toasts.tsx";
import { useRetryTasks, useStuckLetters } from "../system.queries.ts";

const HEAD = {
  room: "Casa",
  heading: "Cartas que não chegam",
  lead: "O que o correio recusou, e o que se tenta há mais de uma hora. Um endereço que já não existe fica aqui sete dias.",
};

const Shell = () => <WaitingAdminPage {...HEAD} />;

export const handle: WaitingPage = { Shell };

/** Letters that the mail server refuses or does not take, and whose they are. */
export default function StuckLettersPage() {
  const asked = useStuckLetters();
  const retry = useRetryTasks();
  useAdminLoadErrorToast(asked.error);
  const again = () =>
    retry.mutate(undefined, {
      onSuccess: () => toastSuccess("Feito", "As cartas que esperam são tentadas agora."),
      onError: (error) => toastFailure("Nada mudou.", error),
    });
  const { letters = [], total = 0 } = asked.data ?? {};
  return (
    <AdminPage {...HEAD}>
      {asked.isPending && <Skeleton label="Carregando..." />}
      {asked.isError && !asked.data && (
        <ErrorState title="Não foi possível carregar os dados." error={asked.error} onRetry={() => void asked.refetch()} />
      )}
      {asked.data && letters.length === 0 && (
        <EmptyState title="Todas as cartas chegam">
          <p>Quando o correio recusar uma, ela aparece aqui, com o que ele disse.</p>
        </EmptyState>
      )}
      {letters.length > 0 && (
        <div className="stack">
          <p className="meta" role="status">
            {plural(total, "carta", "cartas")}
            {total > letters.length && `; aqui estão as ${letters.length} mais antigas`}
          </p>
          <table className={tableStyles.records}>
            <caption className="visually-hidden">Cartas que não chegam, as mais antigas primeiro</caption>
            <thead>
              <tr>
                <th scope="col">A quem</th>
                <th scope="col">Assunto</th>
                <th scope="col">Escrita</th>
                <th scope="col">O que o correio disse</th>
              </tr>
            </thead>
            <tbody>
              {letters.map(({ id, address, member, subject, at, error, gone }) => (
                <tr key={id}>
                  <th scope="row">
                    {member && (
                      <>
                        <Link to={`/admin/membros/${member.id}`}>{member.name}</Link>
                        <br />
                      </>
                    )}
                    <span className="meta">{address}</span>
                  </th>
                  <td data-label="Assunto">{subject}</td>
                  <td data-label="Escrita" className={tableStyles.half}>
                    {nearDate(new Date(at))}
                  </td>
                  <td data-label="O que o correio disse">
                    {gone ? "O endereço não existe, ou não recebe: não se tenta mais." : "Tenta-se de novo, até quatro dias."}
                    <br />
                    <span className="meta">{error}</span>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
          {letters.some(({ gone }) => !gone) && (
            <p>
              <Button look="secondary" busy={retry.isPending} busyLabel="Tentando..." onClick={again}>
                Tentar de novo agora
              </Button>
            </p>
          )}
        </div>
      )}
    </AdminPage>
  );
}
