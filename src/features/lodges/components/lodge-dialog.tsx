import { showFieldErrors, useZodForm } from "#app/lib/use-zod-form.ts";
import { SelectField, TextField } from "#app/ui/field.tsx";
import { FormDialog } from "#app/ui/form-dialog.tsx";
import { toastFailure, toastSuccess } from "#app/ui/toasts.tsx";
import type { LodgeDetails } from "../lodges.answers.ts";
import { useSaveLodge } from "../lodges.queries.ts";
import { lodgeInput, lodgeName, STATES } from "../lodges.schema.ts";

/** Registers a Lodge, or corrects one. */
export function LodgeDialog({
  lodge,
  onClose,
  onSaved,
}: {
  lodge?: LodgeDetails;
  onClose: () => void;
  onSaved?: (lodge: LodgeDetails) => void;
}) {
  const form = useZodForm(lodgeInput, {
    name: lodge?.name ?? "",
    number: lodge?.number ?? "",
    city: lodge?.city ?? "",
    state: lodge?.state ?? "",
    jurisdiction: lodge?.jurisdiction ?? "",
  });
  const save = useSaveLodge(lodge?.id ?? null);
  const { errors } = form.formState;
  const submit = form.handleSubmit((input) =>
    save.mutate(input, {
      onSuccess: (saved, here) => {
        toastSuccess(lodge ? "Registro corrigido" : "Loja cadastrada", lodgeName(saved));
        if (!here) return;
        onClose();
        onSaved?.(saved);
      },
      onError: (error, here) => {
        if (!here || !showFieldErrors(form, error)) toastFailure("Não foi possível guardar a Loja.", error);
      },
    }),
  );
  const busy = save.isPending;
  return (
    <FormDialog
      onClose={onClose}
      onSubmit={submit}
      title={lodge ? "Corrigir o registro" : "Cadastrar Loja"}
      action="Guardar"
      busyLabel="Guardando..."
      busy={busy}
      description={<p>O nome vai sem “Loja” e sem o número: “Estrela do Vale”.</p>}
    >
      <TextField label="Nome" disabled={busy} error={errors.name?.message} {...form.register("name")} />
      <TextField
        label="Número (se tiver)"
        inputMode="numeric"
        disabled={busy}
        error={errors.number?.message}
        {...form.register("number")}
      />
      <TextField label="Cidade (Oriente)" disabled={busy} error={errors.city?.message} {...form.register("city")} />
      <SelectField label="Estado" disabled={busy} error={errors.state?.message} {...form.register("state")}>
        <option value="">Fora do Brasil</option>
        {STATES.map((state) => (
          <option key={state} value={state}>
            {state}
          </option>
        ))}
      </SelectField>
      <TextField label="Potência" disabled={busy} error={errors.jurisdiction?.message} {...form.register("jurisdiction")} />
    </FormDialog>
  );
}
