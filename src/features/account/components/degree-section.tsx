import { DEGREE_LABEL } from "#app/lib/degrees.ts";
import { Emblem } from "#app/ui/emblems.tsx";
import { ErrorState, Skeleton } from "#app/ui/states.tsx";
import { useDegreeRequests } from "../own-account.queries.ts";
import ownAccountStyles from "../pages/own-account.module.css";
import { AccountSection } from "./account-section.tsx";
import { AttestationList } from "./attestation-list.tsx";
import { DegreeRequestCard } from "./degree-request-card.tsx";
import { DegreeRequestForm } from "./degree-request-form.tsx";

export function DegreeSection() {
  const requests = useDegreeRequests();
  return (
    <AccountSection
      id="grau"
      title="Grau"
      intro="O grau se recebe em Loja. Aqui ele só é registrado, e abre as lições que lhe correspondem."
    >
      {requests.isPending && <Skeleton label="Carregando..." lines={2} />}
      {requests.isError && (
        <ErrorState title="Erro ao carregar os pedidos de grau" error={requests.error} onRetry={() => void requests.refetch()} />
      )}
      {requests.data && <Degree {...requests.data} />}
    </AccountSection>
  );
}

type Props = NonNullable<ReturnType<typeof useDegreeRequests>["data"]>;

function Degree({ degree, requestable, requests, attestations }: Props) {
  const [latest, ...earlier] = requests;
  return (
    <div className={`deg-${degree}`}>
      <div className={ownAccountStyles.accountDegree}>
        <Emblem name={degree} />
        <dl>
          <dt>Grau registrado</dt>
          <dd>{DEGREE_LABEL[degree]}</dd>
        </dl>
      </div>
      <AttestationList attestations={attestations} />
      {latest && <DegreeRequestCard request={latest} />}
      {degree === "mestre" && !latest && <p className="meta">É o último dos três graus simbólicos: não há outro a confirmar.</p>}
      {requestable.length > 0 && <DegreeRequestForm degrees={requestable} again={latest?.status === "refused"} />}
      {earlier.length > 0 && (
        <details className={ownAccountStyles.accountEarlier}>
          <summary>Pedidos anteriores</summary>
          {earlier.map((request) => (
            <DegreeRequestCard key={request.id} request={request} />
          ))}
        </details>
      )}
    </div>
  );
}
