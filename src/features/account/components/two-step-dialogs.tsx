import { type FormEvent, useState } from "react";
import { ApiError } from "#app/lib/api.ts";
import { Button } from "#app/ui/button.tsx";
import { copyText } from "#app/ui/copy-text.ts";
import { Dialog } from "#app/ui/dialog.tsx";
import { TextField } from "#app/ui/field.tsx";
import { FormError } from "#app/ui/states.tsx";
import { adviceOn } from "../failure.ts";
import type { NewTotp } from "../second-factor/factors.answers.ts";
import { useConfirmTotp } from "../second-factor/factors.queries.ts";
import styles from "./second-factor.module.css";

type NewTotpProps = { totp: NewTotp; onClose: () => void; onConfirmed: (made: { recoveryCodes: string[] }) => void };

/** Shows the key of a new authenticator, and asks for its first code. */
export function NewTotpDialog({ totp, onClose, onConfirmed }: NewTotpProps) {
  const confirm = useConfirmTotp();
  const [code, setCode] = useState("");
  const wrong = confirm.error instanceof ApiError ? confirm.error : undefined;
  const copy = () =>
    copyText(
      totp.key.replaceAll(" ", ""),
      ["Chave copiada", "Cole-a no aplicativo autenticador."],
      "Digite a chave no aplicativo.",
    );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    confirm.mutate({ factorId: totp.id, code }, { onSuccess: onConfirmed });
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="Aplicativo autenticador"
      description="Neste celular, abra o aplicativo ou copie a chave para ele. Em outra tela, leia o desenho."
    >
      <form className="form" onSubmit={submit} noValidate>
        <p>
          <a className="btn" href={totp.uri}>
            Abrir no aplicativo
          </a>
        </p>
        <p>
          Chave: <span className={styles.key}>{totp.key}</span>
        </p>
        <Button look="secondary" small className="justify-self-start" onClick={copy}>
          Copiar a chave
        </Button>
        <img className={styles.qr} alt="Código QR para o aplicativo" src={`data:image/svg+xml,${encodeURIComponent(totp.qr)}`} />
        <TextField
          label="Código do aplicativo"
          help="Os 6 números que ele mostra agora."
          inputMode="numeric"
          autoComplete="one-time-code"
          value={code}
          onChange={(event) => setCode(event.target.value)}
          disabled={confirm.isPending}
          error={wrong?.fields.code}
        />
        <FormError message={wrong && !wrong.fields.code ? (adviceOn(wrong) ?? wrong.message) : undefined} />
        <Button type="submit" busy={confirm.isPending} busyLabel="Ativando...">
          Ativar
        </Button>
      </form>
    </Dialog>
  );
}

/** Recovery codes, which are shown this once. */
export function CodesDialog({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const copy = () => copyText(codes.join("\n"), ["Códigos copiados"], "Anote os códigos.");
  return (
    <Dialog
      open
      once
      onClose={onClose}
      title="Guarde estes códigos"
      description="Cada um abre a conta uma vez, sem o celular. Eles não aparecem de novo: copie-os ou anote-os antes de fechar."
    >
      <ul className={styles.codes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="dialog-actions">
        <Button look="secondary" onClick={onClose}>
          Já guardei
        </Button>
        <Button onClick={copy}>Copiar os códigos</Button>
      </div>
    </Dialog>
  );
}
