import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useEffect, useState } from "react";
import { Link } from "react-router";
import { ApiError } from "#app/lib/api.ts";
import { forgetEarly } from "#app/lib/early.ts";
import { Button } from "#app/ui/button.tsx";
import { TextField } from "#app/ui/field.tsx";
import { Mark } from "#app/ui/icons.tsx";
import { FormError } from "#app/ui/states.tsx";
import { toastFailure, toastSuccess } from "#app/ui/toasts.tsx";
import { sessionQuery, useMember } from "../account.queries.ts";
import { useConfirmByCode, useResendConfirmation } from "../address.queries.ts";
import styles from "./address-confirmation.module.css";

/** Sends link and code once more. */
function Resend() {
  const resend = useResendConfirmation();
  return (
    <Button
      look="secondary"
      small
      busy={resend.isPending}
      busyLabel="Enviando..."
      onClick={() =>
        resend.mutate(undefined, {
          onSuccess: () => toastSuccess("Mensagem enviada", "Procure também no spam. Só o último código vale."),
          onError: (error) => toastFailure("Não foi possível enviar", error),
        })
      }
    >
      Reenviar
    </Button>
  );
}

/** The six digits of the letter, for those whose mail opens elsewhere. */
export function AddressCode() {
  const confirm = useConfirmByCode();
  const [code, setCode] = useState("");
  const refused = confirm.error instanceof ApiError ? confirm.error : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    confirm.mutate(code, { onSuccess: () => toastSuccess("E-mail confirmado", "Obrigado.") });
  };
  return (
    <form className="form" onSubmit={submit} noValidate>
      <TextField
        label="Código de 6 números"
        help="Está na mensagem que enviamos. Vale por 24 horas."
        className={`input ${styles.code}`}
        inputMode="numeric"
        autoComplete="one-time-code"
        value={code}
        onChange={(event) => setCode(event.target.value)}
        disabled={confirm.isPending}
        error={refused?.fields.code}
      />
      <FormError message={refused && !refused.fields.code ? refused.message : undefined} />
      <div className={styles.calls}>
        <Button type="submit" busy={confirm.isPending} busyLabel="Confirmando...">
          Confirmar
        </Button>
        <Resend />
      </div>
    </form>
  );
}

/** In the place of a part of the account that opens with the confirmation. */
export const OpensWithConfirmation = () => (
  <p>
    Abre quando você confirmar o e-mail. <a href="#email">Digitar o código</a>
  </p>
);

/** The link may have been opened in another tab: back in this one, the member finds open what it opened. */
function useLookAgain() {
  const client = useQueryClient();
  useEffect(() => {
    const look = () => void client.invalidateQueries({ queryKey: sessionQuery.queryKey });
    window.addEventListener("focus", look);
    return () => window.removeEventListener("focus", look);
  }, [client]);
}

/** Above the pages that are open to a member whose address is not confirmed; the others ask for the confirmation themselves. */
export function UnconfirmedBanner() {
  const { email } = useMember();
  useLookAgain();
  return (
    <aside className={`${styles.banner} no-print`} aria-label="Confirmação do e-mail">
      <div className="page">
        <p>
          <strong>Confirme o seu e-mail.</strong> Enviamos um link e um código para {email}. Não chegou? Procure também no spam.
        </p>
        <div className={styles.calls}>
          <Resend />
          <Link className="go" to="/conta#email">
            Digitar o código
          </Link>
        </div>
      </div>
    </aside>
  );
}

/** In the place of a page that opens with the confirmation. */
export function ClosedUntilConfirmed() {
  const { email } = useMember();
  useLookAgain();
  useEffect(forgetEarly, []); // what the page's head asked for was refused
  return (
    <div className="narrow">
      <Mark />
      <title>Confirme o seu e-mail · Academia</title>
      <h1>Confirme o seu e-mail</h1>
      <p>
        Esta parte abre com a confirmação: enviamos um link e um código para <strong>{email}</strong>. Enquanto isso você pode
        fazer a avaliação e o primeiro módulo.
      </p>
      <p>
        A mensagem costuma chegar em poucos minutos. Se não aparecer, procure também no spam ou em “Promoções”, ou peça outra
        abaixo.
      </p>
      <AddressCode />
      <p className={`meta ${styles.wrong}`}>
        O endereço está errado? <Link to="/conta#email">Corrija-o em Minha conta</Link>.
      </p>
      <Link className="go" to="/modulo/1">
        Ir para o primeiro módulo
      </Link>
    </div>
  );
}
