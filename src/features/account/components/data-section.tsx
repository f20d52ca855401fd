import { Link } from "react-router";
import { longDate } from "#app/lib/format.ts";
import { Button } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icons.tsx";
import { ErrorState, Skeleton } from "#app/ui/states.tsx";
import { toastFailure, toastSuccess } from "#app/ui/toasts.tsx";
import type { ConsentRecord } from "../account.answers.ts";
import { type ExportForm, useExport, useProfile } from "../own-account.queries.ts";
import ownAccountStyles from "../pages/own-account.module.css";
import { AccountSection } from "./account-section.tsx";

const timeOf = (moment: string) => new Date(moment).toLocaleTimeString("pt-BR", { hour: "2-digit", minute: "2-digit" });

/** What the member agreed to, and a copy of all that is kept of them. */
export function DataSection() {
  const profile = useProfile();
  const exported = useExport();
  const download = (form: ExportForm) =>
    exported.mutate(form, {
      onSuccess: () => toastSuccess("Dados exportados", "O arquivo está entre os seus downloads."),
      onError: (error) => toastFailure("Erro ao exportar os dados", error),
    });
  return (
    <AccountSection
      id="dados"
      title="Seus dados"
      intro={
        <>
          Quem vê os seus dados, e quem olhou, está em <Link to="/conta/quem-me-ve">Quem me vê</Link>. O que guardamos e por quê
          está na <Link to="/privacidade">Política de Privacidade</Link>.
        </>
      }
    >
      <h3>Consentimento</h3>
      {profile.isPending && <Skeleton label="Carregando..." lines={1} />}
      {profile.isError && (
        <ErrorState title="Erro ao carregar o consentimento" error={profile.error} onRetry={() => void profile.refetch()} />
      )}
      {profile.data && <Consents consents={profile.data.consents} createdAt={profile.data.createdAt} />}
      <h3>Cópia dos dados</h3>
      <p>
        Perfil, estudo, mentoria, mensagens suas e registros da conta, em um arquivo só seu. O formato JSON serve para levar os
        dados a outro sistema; a página, para ler e imprimir.
      </p>
      <div className={ownAccountStyles.accountCalls}>
        <Button busy={exported.isPending} busyLabel="Exportando..." onClick={() => download("json")}>
          <Icon name="download" /> Exportar meus dados
        </Button>
        <Button look="secondary" disabled={exported.isPending} onClick={() => download("html")}>
          Baixar como página
        </Button>
      </div>
    </AccountSection>
  );
}

function Consents({ consents, createdAt }: { consents: ConsentRecord[]; createdAt: string }) {
  return (
    <>
      {consents.length === 0 ? (
        <p>A conta existe desde {longDate(new Date(createdAt))}, sem registro de consentimento.</p>
      ) : (
        <ul>
          {consents.map(({ textVersion, givenAt }) => (
            <li key={givenAt}>
              Você autorizou o uso dos seus dados em {longDate(new Date(givenAt))}, às {timeOf(givenAt)}. Texto: versão{" "}
              {textVersion}.
            </li>
          ))}
        </ul>
      )}
      <p className="meta">
        Para retirar o consentimento, <a href="#excluir">exclua a conta</a>: sem ele não podemos guardar os seus dados.
      </p>
    </>
  );
}
