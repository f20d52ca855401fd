import { nearDate } from "#app/lib/format.ts";
import { plural } from "#app/lib/text.ts";
import { Button } from "#app/ui/button.tsx";
import { ErrorState, Skeleton } from "#app/ui/states.tsx";
import { toastFailure, toastSuccess } from "#app/ui/toasts.tsx";
import type { OpenSession } from "../account.answers.ts";
import { useEndOtherSessions, useEndSession, useOpenSessions } from "../own-account.queries.ts";
import ownAccountStyles from "../pages/own-account.module.css";
import { AccountSection } from "./account-section.tsx";

export function SessionsSection() {
  const open = useOpenSessions();
  return (
    <AccountSection
      id="sessoes"
      title="Sessões abertas"
      intro="Onde a sua conta está aberta agora. Se não reconhecer uma delas, encerre-a e troque a senha."
    >
      {open.isPending && <Skeleton label="Carregando..." lines={2} />}
      {open.isError && (
        <ErrorState title="Erro ao carregar as sessões abertas" error={open.error} onRetry={() => void open.refetch()} />
      )}
      {open.data && <SessionList sessions={open.data.sessions} />}
    </AccountSection>
  );
}

const failed = (error: Error) => toastFailure("Erro ao encerrar", error);

function SessionList({ sessions }: { sessions: OpenSession[] }) {
  const endOthers = useEndOtherSessions();
  const leaveOthers = () =>
    endOthers.mutate(undefined, {
      onSuccess: ({ ended }) =>
        toastSuccess("Sessões encerradas", `${plural(ended, "sessão encerrada", "sessões encerradas")}. Esta continua aberta.`),
      onError: failed,
    });
  return (
    <>
      <ul className={ownAccountStyles.accountSessions}>
        {sessions.map((session) => (
          <SessionRow key={session.id} session={session} />
        ))}
      </ul>
      {sessions.length > 1 ? (
        <Button look="secondary" busy={endOthers.isPending} busyLabel="Encerrando..." onClick={leaveOthers}>
          Encerrar as outras
        </Button>
      ) : (
        <p className="meta">Nenhuma outra sessão aberta.</p>
      )}
    </>
  );
}

function SessionRow({ session: { id, device, signedInAt, lastUsedAt, current } }: { session: OpenSession }) {
  const end = useEndSession();
  const leave = () =>
    end.mutate(id, {
      onSuccess: () => toastSuccess("Sessão encerrada", `${device} não está mais na sua conta.`),
      onError: failed,
    });
  return (
    <li>
      <div>
        <p className={ownAccountStyles.accountDevice}>
          {device} {current && <span className="badge ok">Esta sessão</span>}
        </p>
        <p className="meta">
          {current ? "Em uso agora" : `Último uso: ${nearDate(new Date(lastUsedAt))}`}. Aberta: {nearDate(new Date(signedInAt))}.
        </p>
      </div>
      {!current && (
        <Button
          look="secondary"
          small
          busy={end.isPending}
          busyLabel="Encerrando..."
          aria-label={`Encerrar: ${device}`}
          onClick={leave}
        >
          Encerrar
        </Button>
      )}
    </li>
  );
}
