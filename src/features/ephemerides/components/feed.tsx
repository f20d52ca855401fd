import { useState } from "react";
import { Button } from "#app/ui/button.tsx";
import { ConfirmDialog } from "#app/ui/confirm-dialog.tsx";
import { copyText } from "#app/ui/copy-text.ts";
import { MarginNote } from "#app/ui/margin-note.tsx";
import { toastFailure, toastSuccess } from "#app/ui/toasts.tsx";
import { useFeed, useRenewFeed } from "../ephemerides.queries.ts";
import styles from "./ephemerides.module.css";

/** The private address at which the member's own calendar reads the days. */
export function Feed() {
  const feed = useFeed();
  const renew = useRenewFeed();
  const [asking, setAsking] = useState(false);
  const address = feed.data?.address;
  const make = (done: string) =>
    renew.mutate(undefined, {
      onSuccess: () => {
        setAsking(false);
        toastSuccess(done);
      },
      onError: (error) => toastFailure("O endereço não foi criado", error),
    });
  const copy = () => copyText(address!, ["Endereço copiado"], "Selecione o endereço e copie-o.");
  return (
    <MarginNote emblem={7} title="Na sua agenda">
      <p>A agenda do telefone ou do computador pode mostrar estas datas sozinha, ano após ano.</p>
      {feed.isError && <p className="meta">{feed.error.message}</p>}
      {address === null && (
        <Button look="secondary" busy={renew.isPending} busyLabel="Criando..." onClick={() => make("Endereço criado")}>
          Criar o meu endereço
        </Button>
      )}
      {address && (
        <>
          <p className={styles.address}>{address}</p>
          <p className={styles.ways}>
            <a className="go" href={address.replace(/^https?:/, "webcal:")}>
              Abrir na agenda
            </a>
            <button type="button" className="go" onClick={copy}>
              Copiar
            </button>
            <button type="button" className="go" onClick={() => setAsking(true)}>
              Trocar o endereço
            </button>
          </p>
          <p className="meta">
            É só seu: quem o tiver lê as datas do seu grau, e mais nada. Se alguém o viu, troque-o; o de antes deixa de abrir na
            hora.
          </p>
        </>
      )}
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title="Trocar o endereço da agenda?"
        action="Trocar"
        look="primary"
        busy={renew.isPending}
        busyLabel="Trocando..."
        onConfirm={() => make("Endereço trocado")}
      >
        <p>O de agora deixa de abrir. Nas agendas que o leem, ponha o novo no lugar.</p>
      </ConfirmDialog>
    </MarginNote>
  );
}
