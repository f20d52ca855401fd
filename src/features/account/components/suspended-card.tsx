import { Link } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { toastFailure } from "#app/ui/toasts.tsx";
import { useLeaveSuspended } from "../account.queries.ts";
import { useExport } from "../own-account.queries.ts";
import { AccountDeletion } from "./deletion-section.tsx";
import styles from "./gate.module.css";

/** In the place of the two tabs: the account is suspended. Its owner can still take their data with them, or delete it. */
export function SuspendedCard({ reason }: { reason: string }) {
  const exported = useExport();
  const leave = useLeaveSuspended();
  return (
    <section className={styles.sent} aria-labelledby="t-suspensa">
      <h2 id="t-suspensa">A sua conta está suspensa</h2>
      <div role="alert">
        <p>A administração suspendeu a sua conta. O motivo:</p>
        <p className={styles.suspension}>{reason}</p>
        <p>
          Para saber mais, <Link to="/contato">fale com a administração</Link>.
        </p>
      </div>
      <p className="meta">Os seus dados continuam seus: você pode baixá-los ou excluir a conta.</p>
      <div className="form">
        <Button
          look="secondary"
          busy={exported.isPending}
          busyLabel="Exportando..."
          onClick={() => exported.mutate("html", { onError: (error) => toastFailure("Erro ao exportar os dados", error) })}
        >
          Exportar meus dados
        </Button>
        <Button look="secondary" busy={leave.isPending} onClick={() => leave.mutate()}>
          Sair
        </Button>
        <AccountDeletion />
      </div>
    </section>
  );
}
