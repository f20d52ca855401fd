import { type FormEvent, useState } from "react";
import { ApiError } from "#app/lib/api.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { PasswordField } from "#app/ui/field.tsx";
import { ErrorState, FormError, Waiting } from "#app/ui/states.tsx";
import { adviceOn } from "../failure.ts";
import type { FactorAnswer } from "../second-factor/device.ts";
import { useProofMethods, useProve } from "../second-factor/factors.queries.ts";
import { FactorForm } from "./factor-form.tsx";

/** Asks again who is there, before what weighs. @param answer told whether the member has shown it */
export function ProofDialog({ answer }: { answer: (proved: boolean) => void }) {
  return (
    <Dialog
      open
      onClose={() => answer(false)}
      title="Confirme que é você"
      description="Antes de continuar, mostre de novo que é você."
    >
      <Proof onProved={() => answer(true)} />
    </Dialog>
  );
}

function Proof({ onProved }: { onProved: () => void }) {
  const methods = useProofMethods(true);
  const prove = useProve();
  if (methods.isPending) return <Waiting />;
  if (methods.isError)
    return <ErrorState title="Não foi possível perguntar" error={methods.error} onRetry={() => void methods.refetch()} />;
  const known = methods.data.methods.filter((method): method is FactorAnswer["method"] => method !== "password");
  if (known.length > 0)
    return (
      <FactorForm
        methods={known}
        action="Confirmar"
        busy={prove.isPending}
        error={prove.error}
        onAnswer={({ trust: _, ...answer }) => prove.mutate(answer, { onSuccess: onProved })}
      />
    );
  return (
    <PasswordProof
      busy={prove.isPending}
      error={prove.error}
      onPassword={(password) => prove.mutate({ method: "password", password }, { onSuccess: onProved })}
    />
  );
}

function PasswordProof(props: { busy: boolean; error: Error | null; onPassword: (password: string) => void }) {
  const { busy, error, onPassword } = props;
  const [password, setPassword] = useState("");
  const wrong = error instanceof ApiError ? error : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onPassword(password);
  };
  return (
    <form className="form" onSubmit={submit} noValidate>
      <PasswordField
        label="Senha da sua conta"
        autoComplete="current-password"
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        disabled={busy}
        error={wrong?.fields.password}
      />
      <FormError message={wrong && !wrong.fields.password ? (adviceOn(wrong) ?? wrong.message) : undefined} />
      <Button type="submit" busy={busy} busyLabel="Confirmando...">
        Confirmar
      </Button>
    </form>
  );
}
