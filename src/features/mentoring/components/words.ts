import { plural } from "../../../lib/text.ts";
import type { SessionEvent } from "../sessions/sessions.schema.ts";
import type { Move, Side } from "../sessions/sessions.table.ts";

/** What stands where the name of a removed member stood. */
export const REMOVED_MEMBER = "Membro removido";

export const SIDE_LABEL: Record<Side, string> = { mentor: "Mentor", mentee: "Aprendiz" };

/** The side that is not the viewer's. */
export const otherSide = (side: Side): Side => (side === "mentor" ? "mentee" : "mentor");

/** "menos de 1 hora", "3 horas", "2 dias": a median, so it is said roughly. */
export function replyTime(minutes: number): string {
  if (minutes < 60) return "menos de 1 hora";
  const hours = Math.round(minutes / 60);
  return hours < 36 ? plural(hours, "hora", "horas") : plural(Math.round(hours / 24), "dia", "dias");
}

const DONE: Record<Move, string> = {
  request: "pediu a sessão",
  accept: "aceitou o pedido",
  decline: "recusou o pedido",
  withdraw: "retirou o pedido",
  cancel: "cancelou a sessão",
  complete: "marcou a sessão como concluída",
  rate: "avaliou a sessão",
};

/** "Você pediu a sessão", "O mentor aceitou o pedido" */
export const eventInWords = ({ move, side, mine }: SessionEvent): string =>
  `${mine ? "Você" : side === "mentor" ? "O mentor" : "O aprendiz"} ${DONE[move]}`;

/** A place that is an address of the web, as a link may use it; anything else is only shown. */
export function linkOf(place: string): string | null {
  try {
    const { protocol, href } = new URL(place);
    return protocol === "https:" || protocol === "http:" ? href : null;
  } catch {
    return null;
  }
}
