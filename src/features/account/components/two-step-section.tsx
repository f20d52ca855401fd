import { useState } from "react";
import { longDate, nearDate } from "#app/lib/format.ts";
import { plural } from "#app/lib/text.ts";
import { Button } from "#app/ui/button.tsx";
import { ConfirmDialog } from "#app/ui/confirm-dialog.tsx";
import { ErrorState, Skeleton } from "#app/ui/states.tsx";
import { toastFailure, toastSuccess } from "#app/ui/toasts.tsx";
import { useMember } from "../account.queries.ts";
import ownAccountStyles from "../pages/own-account.module.css";
import { passkeysWork } from "../second-factor/device.ts";
import type { Factors, NewTotp } from "../second-factor/factors.answers.ts";
import {
  useAddPasskey,
  useBeginTotp,
  useCancelReset,
  useFactors,
  useForgetDevices,
  useRemoveFactor,
  useRenewCodes,
} from "../second-factor/factors.queries.ts";
import { showCodes, useNewCodes } from "../second-factor/new-codes.ts";
import { AccountSection } from "./account-section.tsx";
import { OpensWithConfirmation } from "./address-confirmation.tsx";
import { CodesDialog, NewTotpDialog } from "./two-step-dialogs.tsx";

type Factor = Factors["factors"][number];

const KIND_LABEL: Record<Factor["kind"], string> = { totp: "Aplicativo autenticador", passkey: "Chave de acesso" };

const failed = (title: string) => (error: Error) => toastFailure(title, error);

export function TwoStepSection() {
  const factors = useFactors();
  const { secondFactorMissing, standing } = useMember();
  return (
    <AccountSection
      id="duas-etapas"
      title="Verificação em duas etapas"
      intro="Além da senha, a conta pede algo que só você tem: um código do celular ou a chave de acesso de um aparelho seu."
    >
      {secondFactorMissing && (
        <p role="alert">Administradores precisam da verificação em duas etapas. Ative-a aqui para voltar a administrar.</p>
      )}
      {factors.isPending && <Skeleton label="Carregando..." lines={2} />}
      {factors.isError && (
        <ErrorState
          title="Erro ao carregar a verificação em duas etapas"
          error={factors.error}
          onRetry={() => void factors.refetch()}
        />
      )}
      {factors.data && (standing !== "full" ? <OpensWithConfirmation /> : <Manage state={factors.data} />)}
    </AccountSection>
  );
}

function Manage({ state }: { state: Factors }) {
  const codes = useNewCodes();
  const [totp, setTotp] = useState<NewTotp>();
  const begin = useBeginTotp();
  const passkey = useAddPasskey();
  const renew = useRenewCodes();
  const forget = useForgetDevices();
  const on = state.factors.some((factor) => factor.state === "verified");
  const added = ({ recoveryCodes }: { recoveryCodes: string[] }) => {
    toastSuccess("Verificação em duas etapas ativada", "Você recebe um aviso por e-mail.");
    showCodes(recoveryCodes);
  };
  return (
    <>
      {state.resetDueAt && <PendingReset dueAt={state.resetDueAt} />}
      {state.factors.length > 0 && (
        <ul className={ownAccountStyles.accountSessions}>
          {state.factors.map((factor) => (
            <FactorRow key={factor.id} factor={factor} />
          ))}
        </ul>
      )}
      <div className={ownAccountStyles.accountCalls}>
        <Button
          look={on ? "secondary" : "primary"}
          busy={begin.isPending}
          busyLabel="Preparando..."
          onClick={() =>
            begin.mutate("Aplicativo autenticador", { onSuccess: setTotp, onError: failed("Erro ao preparar o aplicativo") })
          }
        >
          Usar um aplicativo autenticador
        </Button>
        {passkeysWork() && (
          <Button
            look="secondary"
            busy={passkey.isPending}
            busyLabel="Esperando o aparelho..."
            onClick={() => passkey.mutate(deviceName(), { onSuccess: added, onError: failed("Erro ao criar a chave de acesso") })}
          >
            Criar uma chave de acesso
          </Button>
        )}
      </div>
      {on && (
        <>
          <h3>Códigos de recuperação</h3>
          <p>
            Para o dia em que o celular não estiver à mão:{" "}
            {plural(state.recoveryCodesLeft, "código por usar", "códigos por usar")}.
          </p>
          <Button
            look="secondary"
            busy={renew.isPending}
            busyLabel="Gerando..."
            onClick={() =>
              renew.mutate(undefined, {
                onSuccess: ({ recoveryCodes }) => showCodes(recoveryCodes),
                onError: failed("Erro ao gerar os códigos"),
              })
            }
          >
            Gerar novos códigos
          </Button>
        </>
      )}
      {state.trustedDevices > 0 && (
        <>
          <h3>Aparelhos de confiança</h3>
          <p>{plural(state.trustedDevices, "aparelho não pede", "aparelhos não pedem")} a segunda etapa por até 30 dias.</p>
          <Button
            look="secondary"
            busy={forget.isPending}
            busyLabel="Salvando..."
            onClick={() =>
              forget.mutate(undefined, {
                onSuccess: () => toastSuccess("Pronto", "A segunda etapa é pedida de novo em todos os aparelhos."),
                onError: failed("Erro ao esquecer os aparelhos"),
              })
            }
          >
            Pedir de novo em todos
          </Button>
        </>
      )}
      {totp && (
        <NewTotpDialog
          totp={totp}
          onClose={() => setTotp(undefined)}
          onConfirmed={(made) => {
            setTotp(undefined);
            added(made);
          }}
        />
      )}
      {codes.length > 0 && <CodesDialog codes={codes} onClose={() => showCodes([])} />}
    </>
  );
}

/** "Chave deste celular": the name by which its owner knows it again. */
const deviceName = () => (/Android|iPhone|iPad/.test(navigator.userAgent) ? "Chave deste celular" : "Chave deste computador");

function PendingReset({ dueAt }: { dueAt: string }) {
  const cancel = useCancelReset();
  return (
    <div role="alert">
      <p>
        A administração pediu para desligar a verificação em duas etapas. Vale a partir de {longDate(new Date(dueAt))}. Se você
        não pediu isso, cancele.
      </p>
      <Button
        busy={cancel.isPending}
        busyLabel="Cancelando..."
        onClick={() =>
          cancel.mutate(undefined, {
            onSuccess: () => toastSuccess("Pedido cancelado", "Nada mudou na sua conta."),
            onError: failed("Erro ao cancelar"),
          })
        }
      >
        Cancelar o pedido
      </Button>
    </div>
  );
}

function FactorRow({ factor }: { factor: Factor }) {
  const [asking, setAsking] = useState(false);
  const remove = useRemoveFactor();
  return (
    <li>
      <div>
        <p className={ownAccountStyles.accountDevice}>
          {factor.name}{" "}
          <span className={factor.state === "verified" ? "badge ok" : "badge"}>
            {factor.state === "verified" ? "Ativo" : "Por confirmar"}
          </span>
        </p>
        <p className="meta">
          {KIND_LABEL[factor.kind]}. Desde {nearDate(new Date(factor.createdAt))}.{" "}
          {factor.lastUsedAt && `Usado: ${nearDate(new Date(factor.lastUsedAt))}.`}
        </p>
      </div>
      <Button look="secondary" small aria-label={`Excluir: ${factor.name}`} onClick={() => setAsking(true)}>
        Excluir
      </Button>
      {asking && (
        <ConfirmDialog
          title={`Excluir ${factor.name}?`}
          description={<p>Sem outro item, entrar na conta volta a pedir só a senha.</p>}
          action="Excluir"
          busyLabel="Removendo..."
          busy={remove.isPending}
          onClose={() => setAsking(false)}
          onConfirm={() =>
            remove.mutate(factor.id, {
              onSuccess: () => {
                toastSuccess("Item excluído", "Você recebe um aviso por e-mail.");
                setAsking(false);
              },
              onError: (error) => {
                failed("Erro ao excluir")(error);
                setAsking(false);
              },
            })
          }
        />
      )}
    </li>
  );
}
