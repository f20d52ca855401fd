import { addMinutes } from "date-fns/addMinutes";
import { isSameDay } from "date-fns/isSameDay";
import { useController } from "react-hook-form";
import { dayAndTime, hourAndMinute } from "#app/lib/format.ts";
import { listInWords } from "#app/lib/text.ts";
import { useDraft } from "#app/lib/use-draft.ts";
import { useZodForm } from "#app/lib/use-zod-form.ts";
import { Button } from "#app/ui/button.tsx";
import { DateTimeField } from "#app/ui/date-time-field.tsx";
import { FieldError, TextAreaField, TextField } from "#app/ui/field.tsx";
import { useMentorDay } from "../mentors/hours.queries.ts";
import type { MentorshipSessionDetail } from "../mentorship-sessions/mentorship-sessions.answers.ts";
import {
  type ArrangementInput,
  arrangementInput,
  type CompleteInput,
  completeInput,
  DURATION,
  type MissInput,
  missInput,
  type RateInput,
  type ReasonInput,
  rateInput,
  reasonInput,
} from "../mentorship-sessions/mentorship-sessions.schema.ts";
import styles from "../pages/mentoring.module.css";
import { HourPicker } from "./hour-picker.tsx";

/** `draft` names what is typed, until it was sent. */
type Common<Json> = { draft: string; busy: boolean; onClose: () => void; onSubmit: (json: Json) => void };

type ArrangementProps = Common<ArrangementInput> & {
  mentorshipSession: MentorshipSessionDetail;
  initial: { scheduledDate: string; durationMinutes: number; place: string };
  /** What stands until the other side answers. */
  stands?: string;
  label: string;
};

/** Date, duration, place and a word; the mentor sees what else there is on that day, and the mentee the mentor's free hours. */
function ArrangementForm({ mentorshipSession, initial, stands, label, draft, busy, onClose, onSubmit }: ArrangementProps) {
  const { id, side, mentorId, other } = mentorshipSession;
  const form = useZodForm(arrangementInput, { ...initial, word: "" });
  useDraft(form, draft, ["scheduledDate", "durationMinutes", "place", "word"]);
  const { errors } = form.formState;
  const date = useController({ control: form.control, name: "scheduledDate" }).field;
  return (
    <form className="form" onSubmit={form.handleSubmit(onSubmit)} noValidate>
      {stands && <p>{stands}</p>}
      {side === "mentee" && mentorId && (
        <HourPicker
          mentor={{ userId: mentorId, name: other?.name ?? "" }}
          value={date.value}
          onChange={date.onChange}
          disabled={busy}
        />
      )}
      <DateTimeField
        label="Data e hora *"
        disabled={busy}
        error={errors.scheduledDate?.message}
        value={date.value}
        onChange={(value) => date.onChange(value ?? "")}
        onBlur={date.onBlur}
        inputRef={date.ref}
      />
      {side === "mentor" && <SessionsOfDay date={date.value} except={id} />}
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
      <TextAreaField
        label="Uma palavra (opcional)"
        rows={2}
        disabled={busy}
        error={errors.word?.message}
        {...form.register("word")}
      />
      <Actions busy={busy} onClose={onClose} label={label} />
    </form>
  );
}

/** What else a mentor has arranged on the day that is being chosen. */
function SessionsOfDay({ date, except }: { date: string; except: string }) {
  const { data } = useMentorDay();
  const chosen = new Date(date);
  if (!data || Number.isNaN(chosen.getTime())) return null;
  const others = data.ahead.filter((one) => one.id !== except && isSameDay(new Date(one.date), chosen));
  return (
    <p className="meta">
      {others.length === 0
        ? "Nesse dia você não tem outra sessão."
        : `Nesse dia você já tem ${listInWords(
            others.map(
              ({ name, date, durationMinutes }) =>
                `${name}, das ${hourAndMinute(new Date(date))} às ${hourAndMinute(addMinutes(date, durationMinutes))}`,
            ),
          )}.`}
    </p>
  );
}

type OfSession<Json> = Common<Json> & { mentorshipSession: MentorshipSessionDetail };

/** The mentor fixes date, duration and place; the mentee's preferred date is proposed while it lies ahead. */
export function AcceptForm(props: OfSession<ArrangementInput>) {
  const { preferredDate } = props.mentorshipSession;
  const scheduledDate = preferredDate && Date.parse(preferredDate) > Date.now() ? preferredDate : "";
  const initial = { scheduledDate, durationMinutes: DURATION.default, place: "" };
  return <ArrangementForm {...props} initial={initial} label="Aceitar a sessão" />;
}

/** Another date; the one that was agreed stands until the other side answers. */
export function ProposeForm(props: OfSession<ArrangementInput>) {
  const { durationMinutes, place, scheduledDate } = props.mentorshipSession;
  const stands =
    scheduledDate && Date.parse(scheduledDate) > Date.now()
      ? `Vale ainda ${dayAndTime(new Date(scheduledDate))}, até a outra pessoa aceitar a nova data.`
      : undefined;
  const initial = { scheduledDate: "", durationMinutes, place: place ?? "" };
  return <ArrangementForm {...props} initial={initial} stands={stands} label="Propor esta data" />;
}

/** Closes a session that took place, with a line for the next one. */
export function CompleteForm({ mentorshipSession: { scheduledDate }, draft, busy, onClose, onSubmit }: OfSession<CompleteInput>) {
  const form = useZodForm(completeInput, { nextStep: "" });
  useDraft(form, draft, ["nextStep"]);
  const early = scheduledDate && new Date(scheduledDate) > new Date();
  return (
    <form className="form" onSubmit={form.handleSubmit(onSubmit)} noValidate>
      <p>
        {early
          ? `A sessão está marcada para ${dayAndTime(new Date(scheduledDate))}. Conclua agora só se ela já aconteceu: isso não se desfaz.`
          : "A sessão passa a contar entre as concluídas, e o aprendiz poderá avaliá-la. Isso não se desfaz."}
      </p>
      <TextAreaField
        label="O que fica para a próxima (opcional)"
        help="Vocês dois leem."
        rows={3}
        disabled={busy}
        error={form.formState.errors.nextStep?.message}
        {...form.register("nextStep")}
      />
      <Actions busy={busy} onClose={onClose} label="Concluir a sessão" />
    </form>
  );
}

/** Says that a session did not happen, and why. */
export function MissForm({ mentorshipSession: { other }, draft, busy, onClose, onSubmit }: OfSession<MissInput>) {
  const form = useZodForm(missInput, { word: "" });
  useDraft(form, draft, ["absence", "word"]);
  const reasons = {
    mentee: `${other ? other.name : "O aprendiz"} não pôde vir`,
    mentor: "Eu não pude",
    call: "A chamada falhou",
  };
  const error = form.formState.errors.absence?.message;
  const chosen = form.watch("absence");
  return (
    <form className="form" onSubmit={form.handleSubmit(onSubmit)} noValidate>
      <fieldset className="field" aria-describedby={error ? "absence-error" : undefined}>
        <legend>O que houve *</legend>
        <div className={styles.choices}>
          {Object.entries(reasons).map(([value, label]) => (
            <label key={value}>
              <input
                type="radio"
                name="absence"
                value={value}
                checked={chosen === value}
                disabled={busy}
                onChange={() => form.setValue("absence", value as MissInput["absence"], { shouldValidate: true })}
              />
              <span>{label}</span>
            </label>
          ))}
        </div>
        <FieldError id="absence-error" message={error} />
      </fieldset>
      <TextAreaField
        label="Uma palavra (opcional)"
        help="O aprendiz lê, e pode dizer se não foi assim."
        rows={2}
        disabled={busy}
        error={form.formState.errors.word?.message}
        {...form.register("word")}
      />
      <Actions busy={busy} onClose={onClose} label="Confirmar que não aconteceu" />
    </form>
  );
}

type ReasonProps = Common<ReasonInput> & {
  /** What follows from the move. */
  intro: string | undefined;
  label: string;
  help: string | undefined;
  danger: boolean;
};

export function ReasonForm({ intro, label, help, danger, draft, busy, onClose, onSubmit }: ReasonProps) {
  const form = useZodForm(reasonInput, { reason: "" });
  useDraft(form, draft, ["reason"]);
  return (
    <form className="form" onSubmit={form.handleSubmit(onSubmit)} noValidate>
      {intro && <p>{intro}</p>}
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
        <FieldError id="grade-error" message={error} />
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
