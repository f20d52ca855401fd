import { useController } from "react-hook-form";
import { DEGREE_LABEL, type Degree } from "#app/lib/degrees.ts";
import { useDraft } from "#app/lib/use-draft.ts";
import { showFieldErrors, useZodForm } from "#app/lib/use-zod-form.ts";
import { Button } from "#app/ui/button.tsx";
import { DateField } from "#app/ui/date-field.tsx";
import { SelectField, TextField } from "#app/ui/field.tsx";
import { toastFailure, toastSuccess } from "#app/ui/toasts.tsx";
import { useMember } from "../account.queries.ts";
import { degreeRequestInput, todayInBrazil } from "../degree-requests.schema.ts";
import { useRequestDegree } from "../own-account.queries.ts";

/** @param again after a refusal: the form says that another request may be made */
export function DegreeRequestForm({ degrees, again }: { degrees: Degree[]; again: boolean }) {
  const member = useMember();
  const form = useZodForm(degreeRequestInput, { degree: degrees[0]!, lodge: member.lodge ?? "", receivedOn: "" });
  const forget = useDraft(form, `grau:${degrees.join()}`, ["degree", "lodge", "receivedOn"]);
  const request = useRequestDegree();
  const { errors } = form.formState;
  const date = useController({ control: form.control, name: "receivedOn" }).field;
  const submit = form.handleSubmit((input) =>
    request.mutate(input, {
      onSuccess: () => {
        forget();
        toastSuccess("Pedido enviado", "A administração vai conferir com a sua Loja.");
      },
      onError: (error, here) => {
        if (here && showFieldErrors(form, error)) return;
        toastFailure("Erro ao enviar o pedido", error);
      },
    }),
  );
  const busy = request.isPending;
  return (
    <form className="form" onSubmit={submit} noValidate aria-labelledby="t-pedido-grau">
      <h3 id="t-pedido-grau">{again ? "Fazer outro pedido" : "Recebeu outro grau?"}</h3>
      <SelectField label="Grau recebido" disabled={busy} error={errors.degree?.message} {...form.register("degree")}>
        {degrees.map((degree) => (
          <option key={degree} value={degree}>
            {DEGREE_LABEL[degree]}
          </option>
        ))}
      </SelectField>
      <TextField
        label="Loja em que o recebeu"
        autoComplete="organization"
        disabled={busy}
        error={errors.lodge?.message}
        {...form.register("lodge")}
      />
      <DateField
        label="Data em que o recebeu"
        type="date"
        min="1920-01-01"
        max={todayInBrazil()}
        disabled={busy}
        error={errors.receivedOn?.message}
        value={date.value}
        onChange={date.onChange}
        onBlur={date.onBlur}
        inputRef={date.ref}
      />
      <Button type="submit" className="at-start" busy={busy} busyLabel="Enviando...">
        Solicitar confirmação de grau
      </Button>
    </form>
  );
}
