import { useState } from "react";
import { Link } from "react-router";
import { showFieldErrors, useZodForm } from "#app/lib/use-zod-form.ts";
import { Button } from "#app/ui/button.tsx";
import { TextField } from "#app/ui/field.tsx";
import { FormError } from "#app/ui/states.tsx";
import { toastError, toastSuccess } from "#app/ui/toasts.tsx";
import { useRecovery } from "../account.queries.ts";
import { recoveryInput } from "../account.schema.ts";
import styles from "../components/gate.module.css";
import { Gate } from "../components/gate.tsx";
import { failureIn } from "../failure.ts";

/** The sentence of the toast, which stays beside the form once the toast is closed. */
const FAILED = "Não foi possível enviar o email de recuperação. Tente novamente.";

export default function ForgotPasswordPage() {
  const [sentTo, setSentTo] = useState<string>();
  return (
    <>
      <title>Recuperar a senha · Academia</title>
      <meta name="description" content="Receba por e-mail um link para escolher uma nova senha da Academia do Rito de York." />
      {sentTo ? <Sent address={sentTo} /> : <RecoveryForm onSent={setSentTo} />}
    </>
  );
}

function RecoveryForm({ onSent }: { onSent: (address: string) => void }) {
  const form = useZodForm(recoveryInput, { email: "" });
  const recovery = useRecovery();
  const submit = form.handleSubmit(({ email }) =>
    recovery.mutate(email, {
      onSuccess: () => {
        toastSuccess("Email enviado", "Verifique sua caixa de entrada para redefinir sua senha.");
        onSent(email);
      },
      onError: (error) => {
        showFieldErrors(form, error);
        toastError("Erro ao enviar email", FAILED);
      },
    }),
  );
  return (
    <Gate title="Esqueceu a senha?" reason="Informe o e-mail da sua conta. Enviaremos um link para escolher outra senha.">
      <form className="form" onSubmit={submit} noValidate>
        <TextField
          label="Email"
          type="email"
          autoComplete="email"
          required
          disabled={recovery.isPending}
          error={form.formState.errors.email?.message}
          {...form.register("email")}
        />
        <FormError message={failureIn(recovery.error, FAILED)} />
        <Button type="submit" busy={recovery.isPending} busyLabel="Enviando...">
          Enviar Link de Recuperação
        </Button>
      </form>
      <Link className="go" to="/login">
        Voltar ao Login
      </Link>
    </Gate>
  );
}

function Sent({ address }: { address: string }) {
  return (
    <Gate title="Email enviado" reason="Um link no seu e-mail abre a porta de novo.">
      <div className={styles.sent} role="status">
        <p className={styles.address}>{address}</p>
        <p>Se este endereço tem uma conta, o link de recuperação chega em instantes. Ele vale por uma hora.</p>
        <p>Não encontrou? Verifique também a caixa de spam ou lixo eletrônico.</p>
        <Link className="btn btn-2" to="/login">
          Voltar ao Login
        </Link>
      </div>
    </Gate>
  );
}
