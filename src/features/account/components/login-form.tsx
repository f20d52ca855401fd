import { Link } from "react-router";
import { ApiError } from "../../../lib/api.ts";
import { useZodForm } from "../../../lib/use-zod-form.ts";
import { Button } from "../../../ui/button.tsx";
import { PasswordField, TextField } from "../../../ui/field.tsx";
import { toastError, toastSuccess } from "../../../ui/toasts.tsx";
import { useSignIn } from "../account.queries.ts";
import { loginInput } from "../account.schema.ts";

export function LoginForm() {
  const form = useZodForm(loginInput, { email: "", password: "" });
  const signIn = useSignIn();
  const { errors } = form.formState;
  const submit = form.handleSubmit((input) =>
    signIn.mutate(input, {
      onSuccess: () => toastSuccess("Login bem-sucedido", "Bem-vindo de volta!"),
      onError: (error) => {
        const wait = error instanceof ApiError && (error.code === "too_many_tries" || error.code === "offline");
        toastError("Erro no login", wait ? error.message : "Credenciais inválidas. Verifique seu email e senha.");
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
      <Button type="submit" busy={busy} busyLabel="Entrando...">
        Entrar
      </Button>
    </form>
  );
}
