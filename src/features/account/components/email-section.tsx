import { showFieldErrors, useZodForm } from "#app/lib/use-zod-form.ts";
import { Button } from "#app/ui/button.tsx";
import { TextField } from "#app/ui/field.tsx";
import { FormError } from "#app/ui/states.tsx";
import { toastFailure, toastSuccess } from "#app/ui/toasts.tsx";
import { useMember } from "../account.queries.ts";
import { useCancelEmailChange, useRequestEmailChange } from "../address.queries.ts";
import { emailChangeInput } from "../address.schema.ts";
import { failureIn } from "../failure.ts";
import { useProfile } from "../own-account.queries.ts";
import ownAccountStyles from "../pages/own-account.module.css";
import { AccountSection } from "./account-section.tsx";
import { AddressCode } from "./address-confirmation.tsx";

/** The account's address: whether it is confirmed, and its change. */
export function EmailSection() {
  const { email, standing } = useMember();
  const awaitsConfirmation = standing === "unconfirmed";
  const pending = useProfile().data?.pendingEmail;
  return (
    <AccountSection
      id="email"
      title="E-mail"
      intro="É com ele que você entra, e para ele vão os avisos da conta. Os outros membros não o veem na comunidade."
    >
      <dl className={ownAccountStyles.accountFact}>
        <dt>E-mail da conta</dt>
        <dd>
          {email}{" "}
          <span className={awaitsConfirmation ? "badge" : "badge ok"}>{awaitsConfirmation ? "Por confirmar" : "Em uso"}</span>
        </dd>
      </dl>
      {pending && <Pending email={pending} />}
      {awaitsConfirmation && !pending && <AddressCode />}
      {!pending && <ChangeForm correcting={awaitsConfirmation} />}
    </AccountSection>
  );
}

function Pending({ email }: { email: string }) {
  const cancel = useCancelEmailChange();
  return (
    <>
      <p>
        Enviamos um link e um código para <strong>{email}</strong>. Até a confirmação vale o e-mail de agora.
      </p>
      <AddressCode />
      <Button
        look="secondary"
        busy={cancel.isPending}
        busyLabel="Cancelando..."
        onClick={() => cancel.mutate(undefined, { onError: (error) => toastFailure("Erro ao cancelar", error) })}
      >
        Desistir da troca
      </Button>
    </>
  );
}

const FAILED = "Não foi possível pedir a troca. Tente novamente.";

function ChangeForm({ correcting }: { correcting: boolean }) {
  const form = useZodForm(emailChangeInput, { email: "" });
  const change = useRequestEmailChange();
  const submit = form.handleSubmit(({ email }) =>
    change.mutate(email, {
      onSuccess: () => {
        form.reset({ email: "" });
        toastSuccess("Mensagem enviada", "Abra o novo e-mail e confirme pelo link ou pelo código.");
      },
      onError: (error) => void showFieldErrors(form, error),
    }),
  );
  return (
    <form className="form" onSubmit={submit} noValidate>
      <TextField
        label="Novo e-mail"
        type="email"
        autoComplete="email"
        help={
          correcting
            ? "Se o endereço está errado, digite o certo."
            : "Ele passa a valer quando você o confirma. O e-mail de agora recebe um aviso e pode desfazer a troca por 72 horas."
        }
        disabled={change.isPending}
        error={form.formState.errors.email?.message}
        {...form.register("email")}
      />
      <FormError message={failureIn(change.error, FAILED)} />
      <Button type="submit" look="secondary" className="at-start" busy={change.isPending} busyLabel="Enviando...">
        Trocar o e-mail
      </Button>
    </form>
  );
}
