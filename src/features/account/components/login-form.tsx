import { Link } from "react-router";
import { useHydrated } from "#app/lib/use-hydrated.ts";
import { showFieldErrors, useZodForm } from "#app/lib/use-zod-form.ts";
import { Button } from "#app/ui/button.tsx";
import { PasswordField, TextField } from "#app/ui/field.tsx";
import { FormError } from "#app/ui/states.tsx";
import { toastError, toastFailure, toastSuccess } from "#app/ui/toasts.tsx";
import { usePasskeySignIn, useSignIn } from "../account.queries.ts";
import { loginInput } from "../account.schema.ts";
import { failureIn } from "../failure.ts";
import { passkeysWork } from "../second-factor/device.ts";

const welcomeBack = () => toastSuccess("Login bem-sucedido", "Bem-vindo de volta!");

/** The sentence of the toast, which stays beside the form once the toast is closed. */
const FAILED = "Credenciais inválidas. Verifique seu email e senha.";

export function LoginForm() {
  const form = useZodForm(loginInput, { email: "", password: "" });
  const signIn = useSignIn();
  const { errors } = form.formState;
  const passkey = usePasskeySignIn();
  const submit = form.handleSubmit((input) => {
    passkey.reset();
    signIn.mutate(input, {
      onSuccess: ({ next }) => next === "signed-in" && welcomeBack(),
      onError: (error) => {
        showFieldErrors(form, error);
        toastError("Erro no login", FAILED);
      },
    });
  });
  const hydrated = useHydrated();
  const busy = signIn.isPending || passkey.isPending;
  return (
    <form className="form" onSubmit={submit} noValidate>
      <TextField
        label="Email"
        type="email"
        autoComplete="email"
        required
        disabled={busy}
        error={errors.email?.message}
        {...form.register("email")}
      />
      <PasswordField
        label="Senha"
        autoComplete="current-password"
        required
        disabled={busy}
        error={errors.password?.message}
        {...form.register("password")}
      />
      <Link className="go" to="/forgot-password">
        Esqueceu a senha?
      </Link>
      <FormError message={failureIn(signIn.error, FAILED) ?? passkey.error?.message} />
      <Button type="submit" busy={signIn.isPending} disabled={busy} busyLabel="Entrando...">
        Entrar
      </Button>
      {hydrated && passkeysWork() && (
        <Button
          look="secondary"
          busy={passkey.isPending}
          disabled={busy}
          busyLabel="Esperando o aparelho..."
          onClick={() => {
            signIn.reset();
            passkey.mutate(undefined, {
              onSuccess: welcomeBack,
              onError: (error) => toastFailure("Erro no login", error),
            });
          }}
        >
          Entrar com chave de acesso
        </Button>
      )}
    </form>
  );
}
