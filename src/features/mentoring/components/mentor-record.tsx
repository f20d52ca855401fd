import { useState } from "react";
import { longDay, oneDecimal } from "#app/lib/format.ts";
import { listInWords, opening, plural } from "#app/lib/text.ts";
import { showFieldErrors, useZodForm } from "#app/lib/use-zod-form.ts";
import { Button } from "#app/ui/button.tsx";
import { ConfirmDialog } from "#app/ui/confirm-dialog.tsx";
import { FormDialog } from "#app/ui/form-dialog.tsx";
import { toastFailure, toastSuccess } from "#app/ui/toasts.tsx";
import { BRAZILIAN_ZONES, clockTime, WEEKDAYS } from "../mentors/hours.policy.ts";
import type { MentorRecord } from "../mentors/mentors.answers.ts";
import { useCorrectMentor, useRemoveMentor, useToggleMentor } from "../mentors/mentors.queries.ts";
import { mentorInput } from "../mentors/mentors.schema.ts";
import styles from "../pages/mentoring.module.css";
import { MentorFields } from "./mentor-fields.tsx";
import { replyTime } from "./words.ts";

/** One mentor for the administration, with their figures and what can be done. */
export function MentorRecordCard({ mentor }: { mentor: MentorRecord }) {
  const [asking, setAsking] = useState<"edit" | "remove" | null>(null);
  const toggle = useToggleMentor();
  const { id, name, email, bio, specialties, isActive, pausedUntil, rating, totalMentorshipSessions, maxMentees } = mentor;
  const { occupied, replyMinutes, hours, timeZone } = mentor;
  const minutes = hours.reduce((sum, { startsAt, endsAt }) => sum + endsAt - startsAt, 0);
  const press = () =>
    toggle.mutate(
      { id, isActive: !isActive },
      {
        onSuccess: () => toastSuccess("Status atualizado"),
        onError: (error) => toastFailure("Erro ao atualizar status", error),
      },
    );
  return (
    <li className={`${styles.record} card ${isActive ? "" : styles.resting}`} aria-labelledby={`m-${id}`}>
      <div className={styles.recordWho}>
        <h2 id={`m-${id}`}>{name}</h2>
        <span className={isActive ? "badge ok" : "badge"}>{isActive ? "Ativo" : "Inativo"}</span>
        <p className="meta">{email}</p>
        {pausedUntil && <p className="meta">Em pausa até {longDay(pausedUntil)}.</p>}
      </div>
      <p className={styles.recordBio}>{bio}</p>
      {specialties.length > 0 && (
        <ul className={styles.chips} aria-label="Especialidades">
          {specialties.map((specialty) => (
            <li key={specialty} className="badge">
              {specialty}
            </li>
          ))}
        </ul>
      )}
      <dl className={`${styles.recordFigures} ruled`}>
        <div>
          <dt>Avaliação</dt>
          <dd>{oneDecimal(rating)}</dd>
        </div>
        <div>
          <dt>Sessões</dt>
          <dd>{totalMentorshipSessions.toLocaleString("pt-BR")}</dd>
        </div>
        <div>
          <dt>Máx. Alunos</dt>
          <dd>{maxMentees}</dd>
        </div>
        <div>
          <dt>Acompanha</dt>
          <dd>{occupied}</dd>
        </div>
        <div>
          <dt>Responde em</dt>
          <dd>{replyMinutes === null ? "—" : replyTime(replyMinutes)}</dd>
        </div>
        <div>
          <dt>Horas na semana</dt>
          <dd>{(minutes / 60).toLocaleString("pt-BR", { maximumFractionDigits: 1 })}</dd>
        </div>
      </dl>
      {hours.length > 0 && (
        <p className="meta">
          {opening(
            listInWords(
              [...Map.groupBy(hours, ({ weekday }) => weekday)].map(
                ([weekday, spans]) =>
                  `${WEEKDAYS[weekday]!.toLowerCase()}, ${spans.map(({ startsAt, endsAt }) => `das ${clockTime(startsAt)} às ${clockTime(endsAt)}`).join(" e ")}`,
              ),
            ),
          )}
          , no relógio de {BRAZILIAN_ZONES[timeZone] ?? timeZone}.
        </p>
      )}
      <div className={styles.recordAsk}>
        <Button look="secondary" aria-label={`${isActive ? "Desativar" : "Ativar"} Mentor: ${name}`} onClick={press}>
          {isActive ? "Desativar Mentor" : "Ativar Mentor"}
        </Button>
        <Button look="secondary" aria-label={`Editar ${name}`} onClick={() => setAsking("edit")}>
          Editar
        </Button>
        <Button look="danger" aria-label={`Retirar ${name} dos mentores`} onClick={() => setAsking("remove")}>
          Retirar
        </Button>
      </div>
      {asking === "edit" && <EditDialog mentor={mentor} onClose={() => setAsking(null)} />}
      {asking === "remove" && <RemoveDialog mentor={mentor} onClose={() => setAsking(null)} />}
    </li>
  );
}

type DialogProps = { mentor: MentorRecord; onClose: () => void };

function EditDialog({ mentor: { id, name, bio, specialties, maxMentees }, onClose }: DialogProps) {
  const correct = useCorrectMentor(id);
  const form = useZodForm(mentorInput, { bio, specialties: specialties.join(", "), maxMentees });
  const { errors } = form.formState;
  const submit = form.handleSubmit((input) =>
    correct.mutate(input, {
      onSuccess: () => {
        toastSuccess("Mentor corrigido");
        onClose();
      },
      onError: (error, here) => {
        if (here && showFieldErrors(form, error)) return;
        toastFailure("O mentor não foi corrigido", error);
      },
    }),
  );
  const busy = correct.isPending;
  return (
    <FormDialog
      title={`Editar ${name}`}
      action="Guardar"
      busyLabel="Guardando..."
      busy={busy}
      onClose={onClose}
      onSubmit={submit}
    >
      <MentorFields
        disabled={busy}
        errors={errors}
        bio={form.register("bio")}
        specialties={form.register("specialties")}
        maxMentees={form.register("maxMentees", { valueAsNumber: true })}
      />
    </FormDialog>
  );
}

function RemoveDialog({ mentor: { id, name, requests, ahead }, onClose }: DialogProps) {
  const remove = useRemoveMentor();
  const ends = [
    requests > 0 && plural(requests, "pedido que espera resposta", "pedidos que esperam resposta"),
    ahead > 0 && plural(ahead, "sessão por vir", "sessões por vir"),
  ].filter(Boolean);
  return (
    <ConfirmDialog
      title={`Retirar ${name} dos mentores?`}
      action="Retirar dos mentores"
      busyLabel="Retirando..."
      busy={remove.isPending}
      onClose={onClose}
      onConfirm={() =>
        remove.mutate(id, {
          onSuccess: () => {
            toastSuccess("Mentor retirado");
            onClose();
          },
          onError: (error) => toastFailure("O mentor não foi retirado", error),
        })
      }
    >
      <p>
        {ends.length > 0
          ? `Encerra agora ${ends.join(" e ")}; cada membro recebe uma carta.`
          : "Nenhum pedido espera e nenhuma sessão está marcada."}{" "}
        As horas dele são apagadas. O que já aconteceu, as conversas e as avaliações ficam. Para uma ausência, desativar basta.
      </p>
    </ConfirmDialog>
  );
}
