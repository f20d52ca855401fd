import { DEGREE_LABEL } from "#app/lib/degrees.ts";
import { longDate } from "#app/lib/format.ts";
import { Button } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icons.tsx";
import { toastFailure, toastSuccess } from "#app/ui/toasts.tsx";
import type { DegreeRequest } from "../account.answers.ts";
import { DEGREE_REQUEST_STATUS_LABEL } from "../degree-requests.schema.ts";
import { useWithdrawDegreeRequest } from "../own-account.queries.ts";
import ownAccountStyles from "../pages/own-account.module.css";

const BADGE = { pending: "badge", approved: "badge ok", refused: "badge no" } as const;

/** A calendar day has no time zone: read at noon, it is the same day everywhere. */
const day = (date: string) => longDate(new Date(`${date}T12:00:00`));

/** A request for confirmation, and its state. */
export function DegreeRequestCard({ request }: { request: DegreeRequest }) {
  const { id, degree, lodge, receivedOn, status, reason, createdAt, decidedAt, can } = request;
  const withdraw = useWithdrawDegreeRequest();
  const takeBack = () =>
    withdraw.mutate(id, {
      onSuccess: () => toastSuccess("Pedido retirado", "Você pode fazer outro quando quiser."),
      onError: (error) => toastFailure("Erro ao retirar o pedido", error),
    });
  return (
    <article className={ownAccountStyles.accountRequest} aria-label={`Pedido de confirmação: ${DEGREE_LABEL[degree]}`}>
      <p className={ownAccountStyles.accountRequestHead}>
        <strong>{DEGREE_LABEL[degree]}</strong>
        <span className={BADGE[status]}>
          {status !== "pending" && <Icon name={status === "approved" ? "check" : "close"} />}
          {DEGREE_REQUEST_STATUS_LABEL[status]}
        </span>
      </p>
      <p>
        {lodge}, em {day(receivedOn)}.
      </p>
      {reason && (
        <p className="note">
          <span className="visually-hidden">Motivo da recusa: </span>
          {reason}
        </p>
      )}
      <p className="meta">
        Pedido em {longDate(new Date(createdAt))}
        {decidedAt ? `, respondido em ${longDate(new Date(decidedAt))}.` : ". A resposta chega por e-mail."}
      </p>
      {can.withdraw && (
        <Button look="secondary" small busy={withdraw.isPending} busyLabel="Retirando..." onClick={takeBack}>
          Retirar o pedido
        </Button>
      )}
    </article>
  );
}
