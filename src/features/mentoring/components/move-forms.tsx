import { useController } from "react-hook-form";
import { useDraft } from "#app/lib/use-draft.ts";
import { useZodForm } from "#app/lib/use-zod-form.ts";
import { Button } from "#app/ui/button.tsx";
import { DateTimeField } from "#app/ui/date-time-field.tsx";
import { TextAreaField, TextField } from "#app/ui/field.tsx";
import { Icon } from "#app/ui/icons.tsx";
import {
  type AcceptInput,
  acceptInput,
  DURATION,
  type RateInput,
  type ReasonInput,
  rateInput,
  reasonInput,
} from "../mentorship-sessions/mentorship-sessions.schema.ts";
import styles from "../pages/mentoring.module.css";

/** `draft` names what is typed, until it was sent. */
type Common<Json> = { draft: string; busy: boolean; onClose: () => void; onSubmit: (json: Json) => void };

/** The mentor fixes date, duration and place; the mentee's preferred date is proposed while it lies ahead. */
export function AcceptForm({ preferred, draft, busy, onClose, onSubmit }: Common<AcceptInput> & { preferred: string | null }) {
  const ahead = preferred && Date.parse(preferred) > Date.now() ? preferred : "";
  const form = useZodForm(acceptInput, { scheduledDate: ahead, durationMinutes: DURATION.default, place: "" });
  useDraft(form, draft, ["scheduledDate", "durationMinutes", "place"]);
  const { errors } = form.formState;
  const date = useController({ control: form.control, name: "scheduledDate" }).field;
  return (
    <form className="form" onSubmit={form.handleSubmit(onSubmit)} noValidate>
      <DateTimeField
        label="Data e hora *"
        disabled={busy}
        error={errors.scheduledDate?.message}
        value={date.value}
        onChange={(value) => date.onChange(value ?? "")}
        onBlur={date.onBlur}
        inputRef={date.ref}
      />
      <TextField
        label="Duração em minutos *"
        type="number"
        inputMode="numeric"
        min={DURATION.min}
        max={DURATION.max}
        step={15}
        disabled={busy}
        error={errors.durationMinutes?.message}
        {...form.register("durationMinutes", { valueAsNumber: true })}
      />
      <TextField
        label="Local ou link *"
        help="O endereço do encontro, ou o link da chamada. Só a outra pessoa o vê."
        autoComplete="off"
        disabled={busy}
        error={errors.place?.message}
        {...form.register("place")}
      />
      <Actions busy={busy} onClose={onClose} label="Aceitar a sessão" />
    </form>
  );
}

type ReasonProps = Common<ReasonInput> & { label: string; help: string | undefined; danger: boolean };

export function ReasonForm({ label, help, danger, draft, busy, onClose, onSubmit }: ReasonProps) {
  const form = useZodForm(reasonInput, { reason: "" });
  useDraft(form, draft, ["reason"]);
  return (
    <form className="form" onSubmit={form.handleSubmit(onSubmit)} noValidate>
      <TextAreaField
        label="Motivo *"
        help={help}
        rows={3}
        disabled={busy}
        error={form.formState.errors.reason?.message}
        {...form.register("reason")}
      />
      <Actions busy={busy} onClose={onClose} label={label} danger={danger} />
    </form>
  );
}

const GRADES = ["Fraca", "Regular", "Boa", "Muito boa", "Excelente"];

export function RateForm({ draft, busy, onClose, onSubmit }: Common<RateInput>) {
  const form = useZodForm(rateInput, { comment: "" });
  useDraft(form, draft, ["rating", "comment"]);
  const chosen = form.watch("rating");
  const error = form.formState.errors.rating?.message;
  return (
    <form className="form" onSubmit={form.handleSubmit(onSubmit)} noValidate>
      <fieldset className="field" aria-describedby={error ? "grade-error" : undefined}>
        <legend>Sua avaliação *</legend>
        <div className={styles.grades}>
          {GRADES.map((label, index) => (
            <label key={label} className={styles.grade}>
              <input
                type="radio"
                name="rating"
                value={index + 1}
                checked={chosen === index + 1}
                disabled={busy}
                onChange={() => form.setValue("rating", index + 1, { shouldValidate: true })}
              />
              <b>{index + 1}</b>
              <span>{label}</span>
            </label>
          ))}
        </div>
        {error && (
          <p className="err" id="grade-error">
            <Icon name="alert" />
            {error}
          </p>
        )}
      </fieldset>
      <TextAreaField
        label="Comentário (opcional)"
        help="O mentor lê o seu comentário. Ele não aparece para outros membros."
        rows={3}
        disabled={busy}
        error={form.formState.errors.comment?.message}
        {...form.register("comment")}
      />
      <Actions busy={busy} onClose={onClose} label="Enviar avaliação" />
    </form>
  );
}

function Actions({ busy, onClose, label, danger }: { busy: boolean; onClose: () => void; label: string; danger?: boolean }) {
  return (
    <div className="dialog-actions">
      <Button look="secondary" disabled={busy} onClick={onClose}>
        Voltar
      </Button>
      <Button type="submit" look={danger ? "danger" : "primary"} busy={busy} busyLabel="Enviando...">
        {label}
      </Button>
    </div>
  );
}
