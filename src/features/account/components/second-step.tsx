import { Button } from "#app/ui/button.tsx";
import { toastError, toastSuccess } from "#app/ui/toasts.tsx";
import type { SecondStep as Step } from "../account.answers.ts";
import { useLeaveSecondStep, useSecondStep } from "../account.queries.ts";
import { FactorForm } from "./factor-form.tsx";
import styles from "./gate.module.css";

/** The second step of a sign-in, in the place of the two tabs. */
export function SecondStep({ step }: { step: Step }) {
  const second = useSecondStep();
  const leave = useLeaveSecondStep();
  return (
    <section className={styles.sent} aria-labelledby="t-etapa">
      <h2 id="t-etapa">Confirme que é você</h2>
      <p className="meta">A sua conta usa a verificação em duas etapas.</p>
      <FactorForm
        methods={step.methods}
        offerTrust
        action="Confirmar"
        busy={second.isPending}
        error={second.error}
        onAnswer={(answer) =>
          second.mutate(answer, {
            onSuccess: () => toastSuccess("Login bem-sucedido", "Bem-vindo de volta!"),
            onError: () => toastError("Não foi possível confirmar", "Confira o código e tente de novo."),
          })
        }
      />
      <Button look="secondary" disabled={leave.isPending} onClick={() => leave.mutate()}>
        Voltar ao Login
      </Button>
    </section>
  );
}
