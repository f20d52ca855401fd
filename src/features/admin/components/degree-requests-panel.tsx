import { useState } from "react";
import { Link } from "react-router";
import { DEGREE_LABEL } from "#app/lib/degrees.ts";
import { shortDate, timeAgo } from "#app/lib/format.ts";
import { plural } from "#app/lib/text.ts";
import { useDraft } from "#app/lib/use-draft.ts";
import { showFieldErrors, useZodForm } from "#app/lib/use-zod-form.ts";
import { Button } from "#app/ui/button.tsx";
import { TextAreaField } from "#app/ui/field.tsx";
import { FormDialog } from "#app/ui/form-dialog.tsx";
import { EmptyState, ErrorState, Skeleton } from "#app/ui/states.tsx";
import { toastError, toastFailure, toastSuccess } from "#app/ui/toasts.tsx";
import type { AdminDegreeRequest, DecidedDegreeRequest } from "../admin.answers.ts";
import { useApproveRequest, useApproveSeveral, useDegreeRequests, useRefuseRequest } from "../admin.queries.ts";
import { refusalInput } from "../admin.schema.ts";
import styles from "../pages/admin.module.css";
import { useAdminLoadErrorToast } from "../use-admin-load-error-toast.ts";

/** The members' requests that a degree be confirmed, oldest first. */
export function DegreeRequestsPanel() {
  const queue = useDegreeRequests();
  const [refusing, setRefusing] = useState<AdminDegreeRequest | null>(null);
  const [chosen, setChosen] = useState<string[]>([]);
  const approve = useApproveSeveral();
  useAdminLoadErrorToast(queue.error);
  if (queue.isPending) return <Skeleton label="Carregando..." />;
  if (queue.isError && !queue.data)
    return <ErrorState title="Não foi possível carregar os dados." error={queue.error} onRetry={() => void queue.refetch()} />;
  const { requests, total, decided } = queue.data;
  const decidable = requests.filter(({ can }) => can.decide);
  const picked = decidable.filter(({ id }) => chosen.includes(id));
  const confirm = () =>
    approve.mutate(picked, {
      onSuccess: (approvals) => {
        setChosen([]);
        const refused = approvals.flatMap(({ request, refusal }) => (refusal ? [`${request.member.name}: ${refusal}`] : []));
        const done = plural(approvals.length - refused.length, "grau confirmado", "graus confirmados");
        if (refused.length > 0) toastError(`${done}.`, refused.join(" "));
        else toastSuccess("Feito", `${done}.`);
      },
      onError: (error) => toastFailure("Nem todos foram confirmados.", error),
    });
  if (requests.length === 0)
    return (
      <>
        <EmptyState title="Nenhum pedido em aberto">
          <p>Quando um membro pedir a confirmação de um grau, o pedido aparece aqui. Sem pedido, o grau se muda na lista.</p>
          <Link className="btn btn-2" to="/admin/membros">
            Ver os membros
          </Link>
        </EmptyState>
        <Decided decided={decided} />
      </>
    );
  return (
    <>
      <p className="meta" role="status">
        {plural(total, "pedido em aberto", "pedidos em aberto")}
        {total > requests.length && `; aqui estão os ${requests.length} mais antigos`}. Confirme com a Loja antes de aprovar.
      </p>
      {decidable.length > 1 && (
        <div className={styles.several}>
          <label className="tick">
            <input
              type="checkbox"
              checked={picked.length === decidable.length}
              disabled={approve.isPending}
              onChange={({ target }) => setChosen(target.checked ? decidable.map(({ id }) => id) : [])}
            />
            Escolher todos
          </label>
          {picked.length > 1 && (
            <Button small busy={approve.isPending} busyLabel="Aprovando..." onClick={confirm}>
              Aprovar os {picked.length}
            </Button>
          )}
        </div>
      )}
      <ul className={styles.requests}>
        {requests.map((request) => (
          <RequestRow
            key={request.id}
            request={request}
            chosen={chosen.includes(request.id)}
            onChoose={
              decidable.length > 1
                ? (on) => setChosen((ids) => (on ? [...ids, request.id] : ids.filter((id) => id !== request.id)))
                : undefined
            }
            onRefuse={() => setRefusing(request)}
          />
        ))}
      </ul>
      <Decided decided={decided} />
      {refusing && <RefuseDialog request={refusing} onClose={() => setRefusing(null)} />}
    </>
  );
}

type RowProps = {
  request: AdminDegreeRequest;
  chosen: boolean;
  /** None where there is nothing to choose among. */
  onChoose: ((on: boolean) => void) | undefined;
  onRefuse: () => void;
};

/** What was decided lately, and by whom; all of it is in the log. */
function Decided({ decided }: { decided: DecidedDegreeRequest[] }) {
  if (decided.length === 0) return null;
  return (
    <section className={styles.decided} aria-labelledby="t-decididos">
      <div className="ruled-head">
        <h2 id="t-decididos">Decididos há pouco</h2>
        <Link to="/admin/registro">Ver o registro</Link>
      </div>
      <ul className="ruled-rows">
        {decided.map(({ id, member, degree, approved, by, at, reason }) => (
          <li key={id}>
            <p>
              <Link to={`/admin/membros/${member.id}`}>{member.name}</Link>, {DEGREE_LABEL[degree]}{" "}
              {approved ? "confirmado" : "recusado"}
              {reason && <span className={styles.reason}> “{reason}”</span>}
            </p>
            <span className="meta">
              {by ?? "Alguém que já saiu"}, {timeAgo(new Date(at))}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function RequestRow({ request, chosen, onChoose, onRefuse }: RowProps) {
  const { id, degree, lodge, receivedOn, createdAt, member, can } = request;
  const approve = useApproveRequest();
  const confirm = () =>
    approve.mutate(id, {
      onSuccess: () => toastSuccess("Grau confirmado", `${member.name}: ${DEGREE_LABEL[degree]}.`),
      onError: (error) => toastFailure("Não foi possível aprovar o pedido.", error),
    });
  return (
    <li className={`deg-${degree}`}>
      <div>
        <h2>{member.name}</h2>
        {can.decide && onChoose && (
          <label className="tick">
            <input type="checkbox" checked={chosen} onChange={({ target }) => onChoose(target.checked)} />
            Escolher<span className="visually-hidden"> {member.name}</span>
          </label>
        )}
        <p className="meta">{member.email}</p>
      </div>
      <dl>
        <div>
          <dt>Grau</dt>
          <dd>
            {DEGREE_LABEL[member.degree]} <span aria-hidden="true">→</span>
            <span className="visually-hidden">para</span> <strong>{DEGREE_LABEL[degree]}</strong>
          </dd>
        </div>
        <div>
          <dt>Loja</dt>
          <dd>{lodge}</dd>
        </div>
        <div>
          <dt>Recebido em</dt>
          <dd>{shortDate(new Date(`${receivedOn}T12:00`))}</dd>
        </div>
        <div>
          <dt>Pedido</dt>
          <dd>{timeAgo(new Date(createdAt))}</dd>
        </div>
      </dl>
      <div className={styles.acts}>
        {can.decide ? (
          <>
            <Button small look="secondary" onClick={onRefuse} aria-label={`Recusar o pedido de ${member.name}`}>
              Recusar
            </Button>
            <Button
              small
              busy={approve.isPending}
              busyLabel="Aprovando..."
              onClick={confirm}
              aria-label={approve.isPending ? undefined : `Aprovar o pedido de ${member.name}`}
            >
              Aprovar
            </Button>
          </>
        ) : (
          <p className="meta">O seu próprio pedido quem decide é outro administrador.</p>
        )}
      </div>
    </li>
  );
}

function RefuseDialog({ request, onClose }: { request: AdminDegreeRequest; onClose: () => void }) {
  const form = useZodForm(refusalInput, { reason: "" });
  const forget = useDraft(form, `recusa:${request.id}`, ["reason"]);
  const refuse = useRefuseRequest();
  const submit = form.handleSubmit(({ reason }) =>
    refuse.mutate(
      { requestId: request.id, reason },
      {
        onSuccess: (_, here) => {
          forget();
          toastSuccess("Pedido recusado", `${request.member.name} recebe um e-mail e lê o motivo na conta.`);
          if (here) onClose();
        },
        onError: (error, here) => {
          if (!here || !showFieldErrors(form, error)) toastFailure("Não foi possível recusar o pedido.", error);
        },
      },
    ),
  );
  return (
    <FormDialog
      onClose={onClose}
      onSubmit={submit}
      title="Recusar o pedido de grau"
      look="danger"
      action="Recusar pedido"
      busyLabel="Recusando..."
      busy={refuse.isPending}
      description={
        <p>
          <strong>{request.member.name}</strong> pede o grau de {DEGREE_LABEL[request.degree]}.
        </p>
      }
    >
      <TextAreaField
        label="Motivo"
        help="O membro lê este texto na página da conta dele."
        disabled={refuse.isPending}
        error={form.formState.errors.reason?.message}
        {...form.register("reason")}
      />
    </FormDialog>
  );
}
