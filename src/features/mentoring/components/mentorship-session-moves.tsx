import { useState } from "react";
import { Link } from "react-router";
import { ApiError } from "#app/lib/api.ts";
import { forgetDraft } from "#app/lib/drafts.ts";
import { dayAndTime, longDate } from "#app/lib/format.ts";
import { plural } from "#app/lib/text.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { toastFailure, toastSuccess } from "#app/ui/toasts.tsx";
import type { MentorshipSessionDetail } from "../mentorship-sessions/mentorship-sessions.answers.ts";
import { ABSENCE_LABEL, closesAt, isOver, type MemberMove, timesOf } from "../mentorship-sessions/mentorship-sessions.policy.ts";
import { type MoveInput, useMove } from "../mentorship-sessions/mentorship-sessions.queries.ts";
import styles from "../pages/mentoring.module.css";
import { AcceptForm, CompleteForm, MissForm, ProposeForm, RateForm, ReasonForm } from "./move-forms.tsx";

type Words = { button: string; look: "primary" | "secondary" | "danger"; title: string; done: string };

/** In the order in which they are offered. */
const WORDS: Record<MemberMove, Words> = {
  agree: { button: "Aceitar a nova data", look: "primary", title: "", done: "Nova data aceita" },
  keep: { button: "Manter a data", look: "secondary", title: "", done: "A data fica como estava" },
  accept: { button: "Aceitar", look: "primary", title: "Aceitar a sessão", done: "Sessão aceita" },
  complete: { button: "Marcar como concluída", look: "primary", title: "Concluir a sessão", done: "Sessão concluída" },
  miss: { button: "Não aconteceu", look: "secondary", title: "A sessão não aconteceu", done: "Sessão não acontecida" },
  rate: { button: "Avaliar a sessão", look: "primary", title: "Avaliar a sessão", done: "Avaliação enviada" },
  propose: { button: "Propor outra data", look: "secondary", title: "Propor outra data", done: "Data proposta" },
  decline: { button: "Recusar", look: "secondary", title: "Recusar o pedido", done: "Pedido recusado" },
  withdraw: { button: "Retirar o pedido", look: "secondary", title: "Retirar o pedido", done: "Pedido retirado" },
  cancel: { button: "Cancelar a sessão", look: "danger", title: "Cancelar a sessão", done: "Sessão cancelada" },
  object: { button: "Não foi assim", look: "secondary", title: "Não foi assim", done: "A sua palavra ficou na sessão" },
};

/** Moves that are made at once: what they answer stands above them. */
const AT_ONCE = ["agree", "keep"] as const;
const isAtOnce = (move: MemberMove): move is (typeof AT_ONCE)[number] => (AT_ONCE as readonly string[]).includes(move);

/** What a move's button says now, and how it looks. */
function buttonOf(move: MemberMove, mentorshipSession: MentorshipSessionDetail): Pick<Words, "button" | "look"> {
  const { side, proposal, can } = mentorshipSession;
  const over = isOver(timesOf(mentorshipSession));
  if (move === "agree" && proposal) return { button: `Aceitar ${dayAndTime(new Date(proposal.date))}`, look: "primary" };
  if (move === "keep" && proposal?.by === side) return { button: "Retirar a proposta", look: "secondary" };
  if (move === "propose" && over) return { button: "Remarcar", look: "secondary" };
  if (move === "complete" && can.agree) return { button: WORDS.complete.button, look: "secondary" };
  if (move === "complete" && over) return { button: "Concluir", look: "primary" };
  return WORDS[move];
}

/** Makes a move, and says what came of it. @param onEnd when it was made, or cannot be made any more */
function useSubmit(mentorshipSession: MentorshipSessionDetail, onEnd: () => void) {
  const make = useMove(mentorshipSession.id);
  const submit = (input: MoveInput) =>
    make.mutate(input, {
      onSuccess: () => {
        onEnd();
        forgetDraft(draftOf(mentorshipSession, input.move));
        toastSuccess(WORDS[input.move].done);
      },
      onError: (error) => {
        // an hour that is taken is chosen again in the same form; a session that was moved meanwhile is not
        if (error instanceof ApiError && error.code === "conflict" && error.fields.scheduledDate === undefined) onEnd();
        toastFailure("A sessão não foi alterada", error);
      },
    });
  return { busy: make.isPending, submit };
}

/** A move that is made in a dialog. */
export type MoveOfDialog = Exclude<MemberMove, (typeof AT_ONCE)[number]>;

type MoveDialogProps = { mentorshipSession: MentorshipSessionDetail; move: MoveOfDialog | null; onClose: () => void };

/** The dialog of a move, which says what follows from it; closed where there is none. */
export function MoveDialog({ mentorshipSession, move, onClose }: MoveDialogProps) {
  const [shown, setShown] = useState(move); // it stays to be seen while the dialog closes
  if (move !== null && move !== shown) setShown(move);
  const { busy, submit } = useSubmit(mentorshipSession, onClose);
  return (
    <Dialog open={move !== null} onClose={onClose} title={shown ? WORDS[shown].title : ""}>
      {shown && (
        <MoveForm
          key={shown}
          move={shown}
          mentorshipSession={mentorshipSession}
          busy={busy}
          onSubmit={submit}
          onClose={onClose}
        />
      )}
    </Dialog>
  );
}

/** The moves that the viewer may make now. */
export function MentorshipSessionMoves({ mentorshipSession }: { mentorshipSession: MentorshipSessionDetail }) {
  const moves = (Object.keys(WORDS) as MemberMove[]).filter((move) => mentorshipSession.can[move]);
  const inRow = moves.filter((move) => move !== "cancel"); // which is a last, quiet act
  const [open, setOpen] = useState<MoveOfDialog | null>(null);
  const { busy, submit } = useSubmit(mentorshipSession, () => {});
  const press = (move: MemberMove) => {
    if (isAtOnce(move)) submit({ move, json: { proposal: mentorshipSession.proposal!.number } });
    else setOpen(move);
  };
  const hint = hintFor(mentorshipSession);
  // an open dialog stays though the other side moved meanwhile: the answer then says so
  if (moves.length === 0 && !hint && open === null) return null;
  return (
    <section className="moves note" aria-label="O que você pode fazer">
      <Proposal mentorshipSession={mentorshipSession} />
      {hint && <p>{hint}</p>}
      {inRow.length > 0 && (
        <div className={styles.movesRow}>
          {inRow.map((move) => {
            const { button, look } = buttonOf(move, mentorshipSession);
            return (
              <Button key={move} look={look} disabled={isAtOnce(move) && busy} onClick={() => press(move)}>
                {button}
              </Button>
            );
          })}
          {mentorshipSession.can.object && (
            <Link className="btn" to={`/mentoria#mentor-${mentorshipSession.mentorId}`}>
              Pedir outra data
            </Link>
          )}
        </div>
      )}
      {mentorshipSession.can.cancel && (
        <button type="button" className="quiet" onClick={() => press("cancel")}>
          {WORDS.cancel.button}
        </button>
      )}
      <MoveDialog mentorshipSession={mentorshipSession} move={open} onClose={() => setOpen(null)} />
    </section>
  );
}

/** Another date that waits for an answer, beside the one that stands. */
function Proposal({
  mentorshipSession: { proposal, side, other, scheduledDate },
}: {
  mentorshipSession: MentorshipSessionDetail;
}) {
  if (!proposal) return null;
  const { by, date, durationMinutes, place, word } = proposal;
  return (
    <div className={styles.proposal}>
      <p className="caps caps-gold">
        {by === side ? "Você propôs outra data" : `${other?.name ?? "A outra pessoa"} propõe outra data`}
      </p>
      <p className={styles.proposedDate}>{dayAndTime(new Date(date))}</p>
      <p>
        {plural(durationMinutes, "minuto", "minutos")}, {place}.
        {scheduledDate && ` Estava para ${dayAndTime(new Date(scheduledDate))}.`}
      </p>
      {word && <p className={styles.asWritten}>“{word}”</p>}
    </div>
  );
}

const draftOf = ({ id }: MentorshipSessionDetail, move: MemberMove): string => `${move}:${id}`;

type FormProps = {
  mentorshipSession: MentorshipSessionDetail;
  busy: boolean;
  onSubmit: (input: MoveInput) => void;
  onClose: () => void;
};

function MoveForm({ move, mentorshipSession, busy, onSubmit, onClose }: FormProps & { move: MoveOfDialog }) {
  const common = { draft: draftOf(mentorshipSession, move), mentorshipSession, busy, onClose };
  switch (move) {
    case "accept":
      return <AcceptForm {...common} onSubmit={(json) => onSubmit({ move, json })} />;
    case "propose":
      return <ProposeForm {...common} onSubmit={(json) => onSubmit({ move, json })} />;
    case "rate":
      return <RateForm {...common} onSubmit={(json) => onSubmit({ move, json })} />;
    case "complete":
      return <CompleteForm {...common} onSubmit={(json) => onSubmit({ move, json })} />;
    case "miss":
      return <MissForm {...common} onSubmit={(json) => onSubmit({ move, json })} />;
    default:
      return (
        <ReasonForm
          {...common}
          help={mentorshipSession.other ? REASON_HELP[move] : undefined}
          intro={move === "cancel" ? consequenceOf(mentorshipSession) : undefined}
          label={WORDS[move].button}
          danger={move === "cancel"}
          onSubmit={(json) => onSubmit({ move, json })}
        />
      );
  }
}

/** What ends with a session that is cancelled. */
function consequenceOf({ scheduledDate, other }: MentorshipSessionDetail): string {
  const session = scheduledDate ? `A sessão de ${dayAndTime(new Date(scheduledDate))}` : "A sessão";
  return `${session}${other ? `, com ${other.name},` : ""} deixa de acontecer. A vaga fica livre, e a conversa continua aberta por sete dias.`;
}

const REASON_HELP = {
  decline: "A outra pessoa lê o motivo; uma frase basta.",
  withdraw: "A outra pessoa lê o motivo; uma frase basta.",
  cancel: "A outra pessoa lê o motivo; uma frase basta.",
  object: "Uma linha sua fica na história da sessão, que vocês dois leem.",
};

/** One sentence on what is expected of whom now. */
function hintFor(mentorshipSession: MentorshipSessionDetail): string | null {
  const { status, side, other, can, rating, scheduledDate, proposal, absence } = mentorshipSession;
  if (!other) return "A outra pessoa removeu a conta. A conversa fica aqui, sem as palavras dela.";
  const date = scheduledDate && dayAndTime(new Date(scheduledDate));
  const times = timesOf(mentorshipSession);
  if (isOver(times)) {
    const closes = longDate(closesAt(times)!);
    const ends = `Sem resposta até ${closes}, ela se encerra sem confirmação e a vaga fica livre.`;
    return side === "mentor"
      ? `A sessão de ${date}, com ${other.name}, aconteceu? ${ends}`
      : `A hora da sessão, ${date}, já passou. O mentor diz se ela aconteceu. ${ends}`;
  }
  if (proposal) return proposal.by === side ? "A proposta espera a resposta da outra pessoa. A data de antes vale até lá." : null;
  if (absence) {
    const why = ABSENCE_LABEL[absence];
    if (side === "mentor") return `A sessão de ${date} ficou como não acontecida: ${why}.`;
    return `O mentor diz que a sessão de ${date} não aconteceu: ${why}. Foi assim? Isso não conta contra você.`;
  }
  const key = `${status} ${side}` as const;
  if (key === "pending mentor") return "Responda ao pedido: aceite com uma data, ou recuse com uma palavra.";
  if (key === "pending mentee") return "O pedido espera a resposta do mentor. Enquanto isso, vocês já podem conversar.";
  if (key === "accepted mentee" && date)
    return `A sessão está marcada para ${date}. Se não puder ir, proponha outra data, avise por mensagem ou cancele.`;
  if (key === "accepted mentor") return "Depois do encontro, marque a sessão como concluída.";
  if (key === "completed mentee" && can.rate) return "Como foi? A sua avaliação ajuda quem vem depois.";
  if (key === "completed mentor" && rating === null) return "A sessão está concluída. O aprendiz ainda pode avaliá-la.";
  return null;
}
