import { showFieldErrors, useZodForm } from "#app/lib/use-zod-form.ts";
import { Button } from "#app/ui/button.tsx";
import { PasswordField } from "#app/ui/field.tsx";
import { FormError } from "#app/ui/states.tsx";
import { toastError, toastSuccess } from "#app/ui/toasts.tsx";
import { useMember } from "../account.queries.ts";
import { failureIn } from "../failure.ts";
import { useChangePassword } from "../own-account.queries.ts";
import { passwordChangeForm } from "../password.schema.ts";
import { AccountSection } from "./account-section.tsx";
import { PasswordRules } from "./password-rules.tsx";

const EMPTY = { currentPassword: "", password: "", confirmPassword: "" };

/** The sentence of the toast, which stays beside the form once the toast is closed. */
const FAILED = "Não foi possível atualizar sua senha. Tente novamente.";

export function PasswordSection() {
  const member = useMember();
  const form = useZodForm(passwordChangeForm, EMPTY);
  const change = useChangePassword();
  const { errors } = form.formState;
  const submit = form.handleSubmit(({ currentPassword, password }) =>
    change.mutate(
      { currentPassword, password },
      {
        onSuccess: () => {
          form.reset(EMPTY);
          toastSuccess("Senha atualizada", "Sua senha foi alterada com sucesso!");
        },
        onError: (error) => {
          showFieldErrors(form, error);
          toastError("Erro ao atualizar senha", FAILED);
        },
      },
    ),
  );
  const busy = change.isPending;
  return (
    <AccountSection
      id="senha"
      title="Senha"
      intro="Ao trocar a senha, as outras sessões são encerradas e você recebe um aviso por e-mail."
    >
      <form className="form" onSubmit={submit} noValidate>
        {/* tells password managers whose password this is */}
        <input
          className="visually-hidden"
          type="email"
          autoComplete="username"
          value={member.email}
          readOnly
          tabIndex={-1}
          aria-hidden="true"
        />
        <PasswordField
          label="Senha atual"
          autoComplete="current-password"
          disabled={busy}
          error={errors.currentPassword?.message}
          {...form.register("currentPassword")}
        />
        <PasswordField
          label="Nova Senha"
          autoComplete="new-password"
          disabled={busy}
          help={<PasswordRules value={form.watch("password")} />}
          error={errors.password?.message}
          {...form.register("password")}
        />
        <PasswordField
          label="Confirmar Nova Senha"
          autoComplete="new-password"
          disabled={busy}
          error={errors.confirmPassword?.message}
          {...form.register("confirmPassword")}
        />
        <FormError message={failureIn(change.error, FAILED)} />
        <Button type="submit" className="at-start" busy={busy} busyLabel="Atualizando...">
          Atualizar Senha
        </Button>
      </form>
    </AccountSection>
  );
}
