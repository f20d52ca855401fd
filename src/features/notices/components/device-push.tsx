import { useEffect, useId, useState } from "react";
import { hasServiceWorkers, registerWorker } from "#app/lib/service-worker.ts";
import { Button } from "#app/ui/button.tsx";
import { toastFailure, toastSuccess } from "#app/ui/toasts.tsx";
import { usePush } from "../notices.queries.ts";
import styles from "../pages/notices.module.css";

/** Whether this browser can be woken at all. On iPhones only an academy that was put on the home screen can. */
const canPush = () => hasServiceWorkers() && "PushManager" in window && "Notification" in window;

/** The worker of this site, if it is here. */
const ownWorker = () => navigator.serviceWorker.getRegistration("/");

type State = "unknown" | "impossible" | "off" | "on" | "refused";

/** Allows this device to be woken. Nothing is asked before the press. */
export function DevicePush({ publicKey }: { publicKey: string }) {
  const id = useId();
  const [state, setState] = useState<State>("unknown");
  const [busy, setBusy] = useState(false);
  const push = usePush();

  useEffect(() => {
    if (!canPush()) return setState("impossible");
    if (Notification.permission === "denied") return setState("refused");
    void ownWorker()
      .then((worker) => worker?.pushManager.getSubscription())
      .then(
        (subscription) => setState(subscription ? "on" : "off"),
        () => setState("off"),
      );
  }, []);

  const tell = (endpoint: string, allowed: boolean) =>
    new Promise<void>((resolve, reject) => {
      push.mutate({ endpoint, allowed }, { onSuccess: () => resolve(), onError: reject });
    });

  const allow = async () => {
    if ((await Notification.requestPermission()) !== "granted") return setState("refused");
    const worker = await registerWorker();
    await navigator.serviceWorker.ready;
    const subscription = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
    await tell(subscription.endpoint, true).catch(async (error: unknown) => {
      await subscription.unsubscribe();
      throw error;
    });
    setState("on");
    toastSuccess("Avisos permitidos", "Este aparelho avisa quando houver novidade, enquanto a sua sessão estiver aberta nele.");
  };

  const forbid = async () => {
    const worker = await ownWorker();
    const subscription = await worker?.pushManager.getSubscription();
    if (subscription) {
      await tell(subscription.endpoint, false);
      await subscription.unsubscribe();
    }
    setState("off");
  };

  const press = async (act: () => Promise<unknown>) => {
    setBusy(true);
    await act().catch((error: unknown) =>
      toastFailure(
        "Este aparelho não aceitou os avisos",
        error instanceof Error ? error : new Error("Tente de novo em instantes."),
      ),
    );
    setBusy(false);
  };

  return (
    <section className={styles.shelf} aria-labelledby={id}>
      <h2 id={id}>Neste aparelho</h2>
      <p>O aviso na tela bloqueada diz apenas “Há novidade na Academia”. Nenhum nome, nenhum assunto.</p>
      {state === "off" && (
        <Button look="secondary" busy={busy} busyLabel="Permitindo..." onClick={() => void press(allow)}>
          Permitir avisos neste aparelho
        </Button>
      )}
      {state === "on" && (
        <Button look="secondary" busy={busy} busyLabel="Desligando..." onClick={() => void press(forbid)}>
          Desligar os avisos neste aparelho
        </Button>
      )}
      {state === "refused" && (
        <p className="meta">O navegador não deixa este site avisar. Mude isso nas permissões do site, e volte a esta página.</p>
      )}
      {state === "impossible" && (
        <p className="meta">Este navegador não recebe avisos. No iPhone, ponha antes o site na tela de início.</p>
      )}
    </section>
  );
}
