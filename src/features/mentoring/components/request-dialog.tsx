import { useState } from "react";
import { useController } from "react-hook-form";
import { useDraft } from "#app/lib/use-draft.ts";
import { showFieldErrors, useZodForm } from "#app/lib/use-zod-form.ts";
import { Button } from "#app/ui/button.tsx";
import { DateTimeField } from "#app/ui/date-time-field.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { TextAreaField, TextField } from "#app/ui/field.tsx";
import { toastError, toastFailure, toastSuccess } from "#app/ui/toasts.tsx";
import type { MentorCard } from "../mentors/mentors.answers.ts";
import { useRequestMentorshipSession } from "../mentorship-sessions/mentorship-sessions.queries.ts";
import { requestInput } from "../mentorship-sessions/mentorship-sessions.schema.ts";
import { HourPicker } from "./hour-picker.tsx";

type Mentor = Pick<MentorCard, "userId" | "name" | "email">;

/** Asks a mentor for a session. The mentor stays named while the dialog closes. */
export function RequestDialog({ mentor, onClose }: { mentor: Mentor | null; onClose: () => void }) {
  const [last, setLast] = useState(mentor);
  if (mentor && mentor !== last) setLast(mentor);
  return (
    <Dialog
      open={mentor !== null}
      onClose={onClose}
      title="Solicitar Mentoria"
      description={
        <p className="meta">
          Enviando solicitação para <strong>{last?.name || "Mentor"}</strong>
          {last?.email && <> ({last.email})</>}
        </p>
      }
    >
      {last && <RequestForm key={last.userId} mentor={last} onClose={onClose} />}
    </Dialog>
  );
}

function RequestForm({ mentor, onClose }: { mentor: Mentor; onClose: () => void }) {
  const request = useRequestMentorshipSession();
  const form = useZodForm(requestInput, { mentorId: mentor.userId, title: "", description: "", scheduledDate: null });
  const forget = useDraft(form, `pedido:${mentor.userId}`, ["title", "description", "scheduledDate"]);
  const { errors } = form.formState;
  const date = useController({ control: form.control, name: "scheduledDate" }).field;
  const submit = form.handleSubmit(
    (input) =>
      request.mutate(input, {
        onSuccess: (_, here) => {
          toastSuccess("Solicitação enviada com sucesso!");
          form.reset();
          forget();
          if (here) onClose();
        },
        onError: (error, here) => {
          if (here && showFieldErrors(form, error)) return;
          toastFailure("Erro ao enviar solicitação", error);
        },
      }),
    () => {
      const { title, description } = form.getValues();
      if (!title.trim() || !description.trim()) toastError("Preencha todos os campos obrigatórios");
    },
  );
  const busy = request.isPending;
  return (
    <form className="form" onSubmit={submit} noValidate>
      <TextField label="Título *" disabled={busy} error={errors.title?.message} {...form.register("title")} />
      <TextAreaField
        label="Descrição *"
        help="O que você estuda, e o que gostaria de conversar."
        disabled={busy}
        error={errors.description?.message}
        {...form.register("description")}
      />
      <HourPicker mentor={mentor} value={date.value} onChange={date.onChange} hold disabled={busy} />
      <DateTimeField
        label="Data Preferencial (opcional)"
        disabled={busy}
        error={errors.scheduledDate?.message}
        value={date.value}
        onChange={date.onChange}
        onBlur={date.onBlur}
        inputRef={date.ref}
      />
      {date.value && <p className="meta">A hora fica guardada para você por dois dias, à espera da resposta.</p>}
      <div className="dialog-actions">
        <Button look="secondary" disabled={busy} onClick={onClose}>
          Cancelar
        </Button>
        <Button type="submit" busy={busy} busyLabel="Enviando...">
          Enviar Solicitação
        </Button>
      </div>
    </form>
  );
}
