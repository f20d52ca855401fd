import { Link, useNavigate } from "react-router";
import { useLinkToken } from "#app/lib/use-link-token.ts";
import { showFieldErrors, useZodForm } from "#app/lib/use-zod-form.ts";
import { Button } from "#app/ui/button.tsx";
import { PasswordField } from "#app/ui/field.tsx";
import { FormError } from "#app/ui/states.tsx";
import { toastError, toastSuccess } from "#app/ui/toasts.tsx";
import { useResetPassword } from "../account.queries.ts";
import { newPasswordForm } from "../account.schema.ts";
import { Gate } from "../components/gate.tsx";
import { PasswordRules } from "../components/password-rules.tsx";
import { failureIn } from "../failure.ts";

/** As tall as the placeholder before the address has been read: the form must not move. */
const NO_TOKEN = "Abra de novo o link que enviamos por e-mail, ou peça outro abaixo.";

/** The sentence of the toast, which stays beside the form once the toast is closed. */
const FAILED = "Não foi possível atualizar sua senha. Tente novamente.";

export default function ResetPasswordPage() {
  const token = useLinkToken();
  const form = useZodForm(newPasswordForm, { password: "", confirmPassword: "" });
  const reset = useResetPassword();
  const navigate = useNavigate();
  const { errors } = form.formState;
  const failed = () => toastError("Erro ao atualizar senha", FAILED);
  const submit = form.handleSubmit(({ password }) => {
    if (!token) return;
    reset.mutate(
      { token, password },
      {
        onSuccess: (_, here) => {
          toastSuccess("Senha atualizada", "Sua senha foi alterada com sucesso!");
          if (here) void navigate("/dashboard");
        },
        onError: (error) => {
          showFieldErrors(form, error);
          failed();
        },
      },
    );
  });
  const busy = reset.isPending;
  // without its link, as after a reload, the form could only fail: it keeps its place, and the way to another link is beside it
  return (
    <>
      <title>Nova senha · Academia</title>
      <meta name="description" content="Escolha uma nova senha para a sua conta da Academia." />
      {token && <meta name="robots" content="noindex" />}
      <Gate
        title="Escolha uma nova senha"
        reason={token === null ? NO_TOKEN : "A nova senha encerra as outras sessões da sua conta."}
      >
        <form className="form" onSubmit={submit} noValidate>
          <PasswordField
            label="Nova Senha"
            autoComplete="new-password"
            required
            disabled={busy || token === null}
            help={<PasswordRules value={form.watch("password")} />}
            error={errors.password?.message}
            {...form.register("password")}
          />
          <PasswordField
            label="Confirmar Nova Senha"
            autoComplete="new-password"
            required
            disabled={busy || token === null}
            error={errors.confirmPassword?.message}
            {...form.register("confirmPassword")}
          />
          <FormError message={failureIn(reset.error, FAILED)} />
          <Button type="submit" disabled={token === null} busy={busy} busyLabel="Atualizando...">
            Atualizar Senha
          </Button>
        </form>
        <Link className="go" to="/forgot-password">
          Pedir outro link
        </Link>
      </Gate>
    </>
  );
}
