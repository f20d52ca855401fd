import { dayAndTime } from "#app/lib/format.ts";
import { plural } from "#app/lib/text.ts";
import type { MentorshipSessionEvent } from "../mentorship-sessions/mentorship-sessions.answers.ts";
import type { Move, Side } from "../mentorship-sessions/mentorship-sessions.table.ts";

/** Replaces the name of a removed member. */
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
  propose: "propôs outra data",
  agree: "aceitou a nova data",
  keep: "manteve a data de antes",
  cancel: "cancelou a sessão",
  miss: "disse que a sessão não aconteceu",
  object: "disse que não foi assim",
  expire: "não respondeu ao pedido",
  close: "não confirmou a sessão",
  complete: "marcou a sessão como concluída",
  rate: "avaliou a sessão",
};

/** "Você pediu a sessão", "O mentor aceitou o pedido: 5 de março às 19:30", "A sessão foi encerrada" */
export function eventInWords({ move, side, mine, date }: MentorshipSessionEvent): string {
  if (side === "system") return move === "expire" || move === "decline" ? "O pedido foi encerrado" : "A sessão foi encerrada";
  const who = mine ? "Você" : side === "mentor" ? "O mentor" : "O aprendiz";
  return `${who} ${DONE[move]}${date ? `: ${dayAndTime(new Date(date))}` : ""}`;
}

/** An address of the web in what was written, with or without "https://", up to the sentence's own full stop or comma. */
const ADDRESS = /(?:https?:\/\/[^\s<>"]+|(?:[a-z\d-]+\.)+[a-z]{2,}\/[^\s<>"]+)/gi;

export type TextPart = { text: string; href?: string };

/** A place or a message as it was written, with its addresses as links may use them; anything else is only shown. */
export function partsWithLinks(written: string): TextPart[] {
  const parts: TextPart[] = [];
  let from = 0;
  for (const { 0: found, index } of written.matchAll(ADDRESS)) {
    const text = found.replace(/[.,;:!?)\]]+$/, "");
    const href = webAddress(/^https?:/i.test(text) ? text : `https://${text}`);
    if (!href) continue;
    if (index > from) parts.push({ text: written.slice(from, index) });
    parts.push({ text, href });
    from = index + text.length;
  }
  return from < written.length ? [...parts, { text: written.slice(from) }] : parts;
}

function webAddress(text: string): string | null {
  try {
    const { protocol, href } = new URL(text);
    return protocol === "https:" || protocol === "http:" ? href : null;
  } catch {
    return null;
  }
}
