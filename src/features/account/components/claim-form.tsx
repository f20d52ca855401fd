import { useNavigate } from "react-router";
import { LodgeField } from "#app/features/lodges/components/lodge-field.tsx";
import { showFieldErrors, useZodForm } from "#app/lib/use-zod-form.ts";
import { Button } from "#app/ui/button.tsx";
import { TextField } from "#app/ui/field.tsx";
import { FormError } from "#app/ui/states.tsx";
import { toastSuccess } from "#app/ui/toasts.tsx";
import { useClaim } from "../account.queries.ts";
import { claimForm } from "../address.schema.ts";
import { failureIn } from "../failure.ts";
import { ConsentNotice } from "./consent-notice.tsx";
import { NewPasswordField } from "./new-password-field.tsx";

const CONFIRM = "Confirmar e entrar";

/** The confirming link was opened outside the session that signed up: its reader says who they are and chooses the password. */
export function ClaimForm({ token }: { token: string }) {
  const form = useZodForm(claimForm, { fullName: "", password: "", lodge: "" });
  const claim = useClaim();
  const navigate = useNavigate();
  const { errors } = form.formState;
  const submit = form.handleSubmit((input) =>
    claim.mutate(
      { token, ...input },
      {
        onSuccess: (_, here) => {
          toastSuccess("E-mail confirmado", "A conta é sua, e você já entrou.");
          if (here) void navigate("/dashboard");
        },
        onError: (error) => void showFieldErrors(form, error),
      },
    ),
  );
  const busy = claim.isPending;
  return (
    <form className="form" onSubmit={submit} noValidate>
      <TextField
        label="Nome Completo"
        autoComplete="name"
        disabled={busy}
        error={errors.fullName?.message}
        {...form.register("fullName")}
      />
      <NewPasswordField
        label="Nova Senha"
        required
        disabled={busy}
        watched={form.watch("password")}
        personal={form.watch(["fullName", "lodge"]).map(String)}
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
      <ConsentNotice button={CONFIRM} />
      <FormError message={failureIn(claim.error, "Não foi possível confirmar. Tente novamente.")} />
      <Button type="submit" className="justify-self-start" busy={busy} busyLabel="Confirmando...">
        {CONFIRM}
      </Button>
    </form>
  );
}
