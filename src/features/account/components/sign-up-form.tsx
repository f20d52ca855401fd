import { LodgeField } from "#app/features/lodges/components/lodge-field.tsx";
import { useDraft } from "#app/lib/use-draft.ts";
import { showFieldErrors, useZodForm } from "#app/lib/use-zod-form.ts";
import { Button } from "#app/ui/button.tsx";
import { TextField } from "#app/ui/field.tsx";
import { FormError } from "#app/ui/states.tsx";
import { toastError, toastSuccess } from "#app/ui/toasts.tsx";
import { useSignUp } from "../account.queries.ts";
import { signUpInput } from "../account.schema.ts";
import { failureIn, isAboutPassword } from "../failure.ts";
import { ConsentNotice } from "./consent-notice.tsx";
import { NewPasswordField } from "./new-password-field.tsx";

/** The sentence of the toast, which stays beside the form once the toast is closed. */
const FAILED = "Não foi possível criar sua conta. Verifique os dados e tente novamente.";

export function SignUpForm() {
  const form = useZodForm(signUpInput, { fullName: "", email: "", password: "", lodge: "" });
  const signUp = useSignUp();
  const forget = useDraft(form, "cadastro", ["fullName", "email", "lodge"], { anyone: true });
  const { errors } = form.formState;
  const submit = form.handleSubmit((input) =>
    signUp.mutate(input, {
      onSuccess: () => {
        forget();
        toastSuccess("Conta criada com sucesso", "Você já pode acessar a plataforma!");
      },
      onError: (error) => {
        showFieldErrors(form, error);
        if (!isAboutPassword(error)) toastError("Erro ao criar conta", FAILED);
      },
    }),
  );
  const busy = signUp.isPending;
  return (
    <form className="form" onSubmit={submit} noValidate>
      <TextField
        label="Nome Completo"
        autoComplete="name"
        disabled={busy}
        error={errors.fullName?.message}
        {...form.register("fullName")}
      />
      <TextField
        label="Email"
        type="email"
        autoComplete="email"
        required
        disabled={busy}
        error={errors.email?.message}
        {...form.register("email")}
      />
      <NewPasswordField
        label="Senha"
        required
        disabled={busy}
        watched={form.watch("password")}
        personal={form.watch(["email", "fullName", "lodge"]).map(String)}
        error={errors.password?.message}
        {...form.register("password")}
      />
      <LodgeField
        label="Loja (opcional)"
        autoComplete="organization"
        disabled={busy}
        error={errors.lodge?.message}
        {...form.register("lodge")}
      />
      <ConsentNotice />
      <FormError message={failureIn(signUp.error, FAILED)} />
      <Button type="submit" busy={busy} busyLabel="Criando conta...">
        Criar Conta
      </Button>
      <p className="meta">Tem um convite? Abra o link da carta: ele já traz a sua Loja, e você entra sem esperar.</p>
    </form>
  );
}
