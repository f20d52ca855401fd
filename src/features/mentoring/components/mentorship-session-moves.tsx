import { useState } from "react";
import { ApiError } from "#app/lib/api.ts";
import { forgetDraft } from "#app/lib/drafts.ts";
import { dayAndTime } from "#app/lib/format.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { toastFailure, toastSuccess } from "#app/ui/toasts.tsx";
import type { MentorshipSessionDetail } from "../mentorship-sessions/mentorship-sessions.answers.ts";
import type { MentorshipSessionMove } from "../mentorship-sessions/mentorship-sessions.policy.ts";
import { type MoveInput, useMove } from "../mentorship-sessions/mentorship-sessions.queries.ts";
import styles from "../pages/mentoring.module.css";
import { AcceptForm, RateForm, ReasonForm } from "./move-forms.tsx";

type Words = { button: string; look: "primary" | "secondary" | "danger"; title: string; done: string };

const WORDS: Record<MentorshipSessionMove, Words> = {
  accept: { button: "Aceitar", look: "primary", title: "Aceitar a sessão", done: "Sessão aceita" },
  complete: { button: "Marcar como concluída", look: "primary", title: "Concluir a sessão", done: "Sessão concluída" },
  rate: { button: "Avaliar a sessão", look: "primary", title: "Avaliar a sessão", done: "Avaliação enviada" },
  decline: { button: "Recusar", look: "secondary", title: "Recusar o pedido", done: "Pedido recusado" },
  withdraw: { button: "Retirar o pedido", look: "secondary", title: "Retirar o pedido", done: "Pedido retirado" },
  cancel: { button: "Cancelar a sessão", look: "danger", title: "Cancelar a sessão", done: "Sessão cancelada" },
};

/** The moves that the viewer may make now, each in a dialog that says what follows from it. */
export function MentorshipSessionMoves({ mentorshipSession }: { mentorshipSession: MentorshipSessionDetail }) {
  const moves = (Object.keys(WORDS) as MentorshipSessionMove[]).filter((move) => mentorshipSession.can[move]);
  const [open, setOpen] = useState<MentorshipSessionMove | null>(null);
  const [shown, setShown] = useState<MentorshipSessionMove | null>(null);
  const make = useMove(mentorshipSession.id);
  const submit = (input: MoveInput) =>
    make.mutate(input, {
      onSuccess: () => {
        setOpen(null);
        forgetDraft(draftOf(mentorshipSession, input.move));
        toastSuccess(WORDS[input.move].done);
      },
      onError: (error) => {
        if (error instanceof ApiError && error.code === "conflict") setOpen(null);
        toastFailure("A sessão não foi alterada", error);
      },
    });
  const hint = hintFor(mentorshipSession);
  // an open dialog stays though the other side moved meanwhile: the answer then says so
  if (moves.length === 0 && !hint && open === null) return null;
  return (
    <section className="moves note" aria-label="O que você pode fazer">
      {hint && <p>{hint}</p>}
      {moves.length > 0 && (
        <div className={styles.movesRow}>
          {moves.map((move) => (
            <Button
              key={move}
              look={WORDS[move].look}
              onClick={() => {
                setShown(move);
                setOpen(move);
              }}
            >
              {WORDS[move].button}
            </Button>
          ))}
        </div>
      )}
      <Dialog open={open !== null} onClose={() => setOpen(null)} title={shown ? WORDS[shown].title : ""}>
        {shown && (
          <MoveForm
            key={shown}
            move={shown}
            mentorshipSession={mentorshipSession}
            busy={make.isPending}
            onSubmit={submit}
            onClose={() => setOpen(null)}
          />
        )}
      </Dialog>
    </section>
  );
}

const draftOf = ({ id }: MentorshipSessionDetail, move: MentorshipSessionMove): string => `${move}:${id}`;

type FormProps = {
  mentorshipSession: MentorshipSessionDetail;
  busy: boolean;
  onSubmit: (input: MoveInput) => void;
  onClose: () => void;
};

function MoveForm({ move, mentorshipSession, busy, onSubmit, onClose }: FormProps & { move: MentorshipSessionMove }) {
  const common = { draft: draftOf(mentorshipSession, move), busy, onClose };
  switch (move) {
    case "accept":
      return <AcceptForm {...common} preferred={mentorshipSession.preferredDate} onSubmit={(json) => onSubmit({ move, json })} />;
    case "rate":
      return <RateForm {...common} onSubmit={(json) => onSubmit({ move, json })} />;
    case "complete":
      return <Completion {...common} mentorshipSession={mentorshipSession} onSubmit={onSubmit} />;
    default:
      return (
        <ReasonForm
          {...common}
          help={mentorshipSession.other ? "A outra pessoa lê o motivo; uma frase basta." : undefined}
          label={WORDS[move].button}
          danger={move === "cancel"}
          onSubmit={(json) => onSubmit({ move, json })}
        />
      );
  }
}

function Completion({ mentorshipSession, busy, onSubmit, onClose }: FormProps) {
  const early = mentorshipSession.scheduledDate && new Date(mentorshipSession.scheduledDate) > new Date();
  return (
    <>
      <p>
        {early
          ? `A sessão está marcada para ${dayAndTime(new Date(mentorshipSession.scheduledDate!))}. Conclua agora só se ela já aconteceu: isso não se desfaz.`
          : "A sessão passa a contar entre as concluídas, e o aprendiz poderá avaliá-la. Isso não se desfaz."}
      </p>
      <div className="dialog-actions">
        <Button look="secondary" disabled={busy} onClick={onClose}>
          Voltar
        </Button>
        <Button busy={busy} busyLabel="Concluindo..." onClick={() => onSubmit({ move: "complete" })}>
          Concluir a sessão
        </Button>
      </div>
    </>
  );
}

/** One sentence on what is expected of whom now. */
function hintFor({ status, side, other, can, rating, scheduledDate }: MentorshipSessionDetail): string | null {
  if (!other) return "A outra pessoa removeu a conta. A conversa fica aqui, sem as palavras dela.";
  const key = `${status} ${side}` as const;
  if (key === "pending mentor") return "Responda ao pedido: aceite com uma data, ou recuse com uma palavra.";
  if (key === "pending mentee") return "O pedido espera a resposta do mentor. Enquanto isso, vocês já podem conversar.";
  if (key === "accepted mentee" && scheduledDate)
    return `A sessão está marcada para ${dayAndTime(new Date(scheduledDate))}. Se não puder ir, avise por mensagem ou cancele.`;
  if (key === "accepted mentor") return "Depois do encontro, marque a sessão como concluída.";
  if (key === "completed mentee" && can.rate) return "Como foi? A sua avaliação ajuda quem vem depois.";
  if (key === "completed mentor" && rating === null) return "A sessão está concluída. O aprendiz ainda pode avaliá-la.";
  return null;
}
