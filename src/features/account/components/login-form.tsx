import { Link } from "react-router";
import { showFieldErrors, useZodForm } from "#app/lib/use-zod-form.ts";
import { Button } from "#app/ui/button.tsx";
import { PasswordField, TextField } from "#app/ui/field.tsx";
import { FormError } from "#app/ui/states.tsx";
import { toastError, toastSuccess } from "#app/ui/toasts.tsx";
import { useSignIn } from "../account.queries.ts";
import { loginInput } from "../account.schema.ts";
import { adviceOn } from "../failure.ts";

export function LoginForm() {
  const form = useZodForm(loginInput, { email: "", password: "" });
  const signIn = useSignIn();
  const { errors } = form.formState;
  const submit = form.handleSubmit((input) =>
    signIn.mutate(input, {
      onSuccess: () => toastSuccess("Login bem-sucedido", "Bem-vindo de volta!"),
      onError: (error) => {
        showFieldErrors(form, error);
        toastError("Erro no login", "Credenciais inválidas. Verifique seu email e senha.");
      },
    }),
  );
  const busy = signIn.isPending;
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
      <FormError message={adviceOn(signIn.error)} />
      <Button type="submit" busy={busy} busyLabel="Entrando...">
        Entrar
      </Button>
    </form>
  );
}
