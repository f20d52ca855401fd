import { useController } from "react-hook-form";
import { deviceZone, zoneLabel, zonesToOffer } from "#app/lib/time-zones.ts";
import { showFieldErrors, useZodForm } from "#app/lib/use-zod-form.ts";
import { Button } from "#app/ui/button.tsx";
import { DateField } from "#app/ui/date-field.tsx";
import { SelectField, TextField } from "#app/ui/field.tsx";
import { ErrorState, Skeleton } from "#app/ui/states.tsx";
import { toastFailure, toastSuccess } from "#app/ui/toasts.tsx";
import type { ReviewSettings } from "../review.answers.ts";
import { useChangeSettings, useReviewSettings } from "../review.queries.ts";
import { PER_DAY, reviewSettingsInput } from "../review.schema.ts";

/** How the member reviews: how many cards a day, when not, and when their day ends. */
export function ReviewSettingsForm() {
  const settings = useReviewSettings();
  if (settings.data) return <SettingsForm settings={settings.data} />;
  if (settings.isPending) return <Skeleton label="Carregando..." lines={3} />;
  return <ErrorState title="Erro ao carregar as preferências" error={settings.error} onRetry={() => void settings.refetch()} />;
}

const valuesOf = ({ perDay, pausedUntil, timeZone }: ReviewSettings) => ({
  perDay,
  pausedUntil,
  timeZone: timeZone ?? deviceZone(),
});

function SettingsForm({ settings }: { settings: ReviewSettings }) {
  const form = useZodForm(reviewSettingsInput, valuesOf(settings));
  const change = useChangeSettings();
  const { errors } = form.formState;
  const pause = useController({ control: form.control, name: "pausedUntil" }).field;
  const submit = form.handleSubmit((input) =>
    change.mutate(input, {
      onSuccess: (saved) => {
        form.reset(valuesOf(saved));
        toastSuccess("Revisão atualizada", "Suas preferências foram salvas.");
      },
      onError: (error, here) => {
        if (here && showFieldErrors(form, error)) return;
        toastFailure("Erro ao salvar as preferências", error);
      },
    }),
  );
  const busy = change.isPending;
  return (
    <form className="form" onSubmit={submit} noValidate>
      <TextField
        label="Fichas por dia"
        type="number"
        inputMode="numeric"
        min={PER_DAY.min}
        max={PER_DAY.max}
        help={`De ${PER_DAY.min} a ${PER_DAY.max}.`}
        disabled={busy}
        error={errors.perDay?.message}
        {...form.register("perDay", { valueAsNumber: true })}
      />
      <DateField
        label="Pausa: volto em (opcional)"
        type="date"
        help="Até esse dia nada é pedido, e nada se acumula: as fichas andam o mesmo tanto. Apague a data para voltar antes."
        disabled={busy}
        error={errors.pausedUntil?.message}
        value={pause.value ?? ""}
        onChange={(value) => pause.onChange(value === "" ? null : value)}
        onBlur={pause.onBlur}
        inputRef={pause.ref}
      />
      <SelectField
        label="Fuso horário"
        help="O dia da revisão termina à meia-noite deste fuso."
        disabled={busy}
        error={errors.timeZone?.message}
        {...form.register("timeZone")}
      >
        {zonesToOffer(settings.timeZone ?? deviceZone()).map((zone) => (
          <option key={zone} value={zone}>
            {zoneLabel(zone)}
          </option>
        ))}
      </SelectField>
      <Button type="submit" className="at-start" busy={busy} busyLabel="Salvando...">
        Salvar
      </Button>
    </form>
  );
}
