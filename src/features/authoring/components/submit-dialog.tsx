import { useNavigate } from "react-router";
import { sayOf } from "#app/lib/api.ts";
import { showFieldErrors, useZodForm } from "#app/lib/use-zod-form.ts";
import { TextAreaField } from "#app/ui/field.tsx";
import { FormDialog } from "#app/ui/form-dialog.tsx";
import { FormError } from "#app/ui/states.tsx";
import { toastSuccess } from "#app/ui/toasts.tsx";
import { useSubmit } from "../authoring.queries.ts";
import { submitInput, type TextRef } from "../authoring.schema.ts";
import { publishPath } from "../authoring-words.ts";

const reasonForm = submitInput.omit({ version: true });

type Props = { text: TextRef; version: number; reason: string; remarks: number; onClose: () => void };

/** Sends a draft to its reviewers, with what changed and why. */
export function SubmitDialog({ text, version, reason, remarks, onClose }: Props) {
  const submit = useSubmit(text);
  const navigate = useNavigate();
  const form = useZodForm(reasonForm, { reason });
  const { errors } = form.formState;
  const send = form.handleSubmit((input) =>
    submit.mutate(
      { ...input, version },
      {
        onSuccess: (_, here) => {
          toastSuccess("Enviado para revisão", "Os revisores deste grau foram avisados.");
          if (here) void navigate(publishPath(text));
        },
        onError: (error) => {
          if (!showFieldErrors(form, error)) form.setError("root", { message: sayOf(error) });
        },
      },
    ),
  );
  return (
    <FormDialog
      title="Enviar para revisão"
      description={
        <p>
          {remarks > 0 && `${remarks === 1 ? "Um reparo fica" : `${remarks} reparos ficam`} à vista de quem revê. `}
          Depois de enviar, você ainda pode emendar.
        </p>
      }
      action="Enviar"
      busyLabel="Enviando..."
      busy={submit.isPending}
      onClose={onClose}
      onSubmit={(event) => void send(event)}
    >
      <TextAreaField
        label="O que muda e por quê"
        help="Lê-se na história do texto."
        rows={3}
        error={errors.reason?.message}
        {...form.register("reason")}
      />
      <FormError message={errors.root?.message} />
    </FormDialog>
  );
}
