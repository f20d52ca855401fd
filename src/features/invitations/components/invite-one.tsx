import { DEGREE_LABEL, DEGREES } from "#app/lib/degrees.ts";
import { showFieldErrors, useZodForm } from "#app/lib/use-zod-form.ts";
import { SelectField, TextField } from "#app/ui/field.tsx";
import { FormDialog } from "#app/ui/form-dialog.tsx";
import { FormError } from "#app/ui/states.tsx";
import { toastSuccess } from "#app/ui/toasts.tsx";
import { useInvite } from "../invitations.queries.ts";
import { invitationInput } from "../invitations.schema.ts";

/** One person's invitation. */
export function InviteOne({ onClose }: { onClose: () => void }) {
  const invite = useInvite();
  const form = useZodForm(invitationInput, { name: "", email: "", lodge: "", degree: "aprendiz" });
  const { errors } = form.formState;
  const submit = form.handleSubmit((input) =>
    invite.mutate(input, {
      onSuccess: (_, here) => {
        toastSuccess("Convite enviado", `${input.name} recebe um link que vale 14 dias.`);
        if (here) onClose();
      },
      onError: (error) => void showFieldErrors(form, error),
    }),
  );
  const busy = invite.isPending;
  const fields = (invite.error as { fields?: object } | null)?.fields ?? {};
  return (
    <FormDialog
      onClose={onClose}
      onSubmit={submit}
      title="Convidar uma pessoa"
      description="Quem aceita entra com a Loja e o grau confirmados por você."
      action="Enviar o convite"
      busyLabel="Enviando..."
      busy={busy}
    >
      <TextField label="Nome" autoComplete="off" disabled={busy} error={errors.name?.message} {...form.register("name")} />
      <TextField
        label="E-mail"
        type="email"
        autoComplete="off"
        disabled={busy}
        error={errors.email?.message}
        {...form.register("email")}
      />
      <TextField
        label="Loja (opcional)"
        help="Número, nome ou os dois."
        autoComplete="off"
        disabled={busy}
        error={errors.lodge?.message}
        {...form.register("lodge")}
      />
      <SelectField label="Grau" disabled={busy} error={errors.degree?.message} {...form.register("degree")}>
        {DEGREES.map((degree) => (
          <option key={degree} value={degree}>
            {DEGREE_LABEL[degree]}
          </option>
        ))}
      </SelectField>
      <FormError message={invite.error && Object.keys(fields).length === 0 ? invite.error.message : undefined} />
    </FormDialog>
  );
}
