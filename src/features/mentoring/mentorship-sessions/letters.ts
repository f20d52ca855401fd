import { firstName } from "#app/lib/text.ts";
import type { Services } from "#app/server/context.ts";
import { publicAddress } from "#app/server/env.ts";
import type { Letter } from "#app/server/mail/letter.ts";
import type { MentorshipSessionRow } from "./mentorship-sessions.service.ts";
import type { Move, Side } from "./mentorship-sessions.table.ts";

type Site = Pick<Services, "env">;

const FOOTER = "Você recebe este aviso porque participa de uma mentoria na Academia.";

const when = new Intl.DateTimeFormat("pt-BR", { dateStyle: "long", timeStyle: "short", timeZone: "America/Sao_Paulo" });

/** "5 de março de 2026 às 19:30 (horário de Brasília)": a letter does not know where its reader is. */
const dateInLetter = (date: Date): string => `${when.format(date)} (horário de Brasília)`;

const openMentorshipSession = (site: Site, mentorshipSessionId: string) => ({
  label: "Abrir a sessão",
  url: `${publicAddress(site.env)}/mentoria/sessao/${mentorshipSessionId}`,
});

/** A reason is somebody's own words, so the letter only says where it stands. */
const REASON = "O motivo está na página da sessão.";

type MoveFacts = { to: string; side: Side; mentorshipSession: MentorshipSessionRow };

/**
 * The letter to the other side of a move. It tells what happened and when, never what was asked or written: mailboxes are
 * shared more often than one thinks.
 * @param facts.side the side that moved
 */
export function letterOfMove(site: Site, move: Move, { to, side, mentorshipSession }: MoveFacts): Letter {
  const date = mentorshipSession.scheduledDate && dateInLetter(mentorshipSession.scheduledDate);
  const contents: Record<Move, { subject: string; paragraphs: string[] }> = {
    request: {
      subject: "Novo pedido de sessão",
      paragraphs: [
        "Um membro pediu uma sessão com você.",
        ...(date ? [`Data que ele prefere: ${date}.`] : []),
        "Abra o pedido para ler o que ele procura, e aceite ou recuse.",
      ],
    },
    accept: {
      subject: "Sua sessão foi aceita",
      paragraphs: [
        `A sessão está marcada para ${date}, com ${mentorshipSession.durationMinutes} minutos.`,
        "O local está na página da sessão, com o arquivo para a sua agenda.",
      ],
    },
    decline: {
      subject: "Seu pedido de sessão não foi aceito",
      paragraphs: ["O mentor não pôde aceitar o seu pedido.", REASON],
    },
    withdraw: {
      subject: "Um pedido de sessão foi retirado",
      paragraphs: ["O membro retirou o pedido que fez a você.", REASON],
    },
    cancel: {
      subject: "Uma sessão foi cancelada",
      paragraphs: [`${side === "mentor" ? "O mentor" : "O membro"} cancelou a sessão marcada para ${date}.`, REASON],
    },
    complete: {
      subject: "Sessão concluída",
      paragraphs: ["O mentor marcou a sessão como concluída.", "Conte como foi: a sua avaliação ajuda quem vem depois."],
    },
    rate: { subject: "Você recebeu uma avaliação", paragraphs: ["O membro avaliou a sessão concluída com você."] },
  };
  return {
    ...contents[move],
    greeting: `Olá, ${firstName(to)}.`,
    action: openMentorshipSession(site, mentorshipSession.id),
    footer: FOOTER,
  };
}

/** To the party that is left when the other one's account was removed. */
export const removalLetter = (site: Site, to: string, mentorshipSession: MentorshipSessionRow): Letter => ({
  subject: "Uma sessão foi cancelada",
  greeting: `Olá, ${firstName(to)}.`,
  paragraphs: [
    mentorshipSession.answeredAt && mentorshipSession.scheduledDate
      ? `A sessão marcada para ${dateInLetter(mentorshipSession.scheduledDate)} foi cancelada: a conta da outra pessoa foi removida.`
      : "Um pedido de sessão foi encerrado: a conta da outra pessoa foi removida.",
  ],
  action: openMentorshipSession(site, mentorshipSession.id),
  footer: FOOTER,
});

/** To the mentor who has not answered. */
export const reminderLetter = (site: Site, to: string, mentorshipSessionId: string, days: number): Letter => ({
  subject: "Um pedido de sessão espera a sua resposta",
  greeting: `Olá, ${firstName(to)}.`,
  paragraphs: [
    `Há ${days} dias um membro pediu uma sessão com você e ainda espera.`,
    "Aceite com uma data, ou recuse com uma palavra.",
  ],
  action: openMentorshipSession(site, mentorshipSessionId),
  footer: FOOTER,
});

/** To the member whom nobody answered: he is offered others. */
export const otherMentorsLetter = (site: Site, to: string, mentors: string[]): Letter => ({
  subject: "Seu pedido de sessão ainda não teve resposta",
  greeting: `Olá, ${firstName(to)}.`,
  paragraphs: [
    "Há sete dias você pediu uma sessão, e o mentor ainda não respondeu. O pedido continua aberto; você pode retirá-lo quando quiser.",
    ...(mentors.length > 0 ? [`Há outros mentores com vagas: ${mentors.join(", ")}.`] : []),
  ],
  action: { label: "Ver os mentores", url: `${publicAddress(site.env)}/mentoria` },
  footer: FOOTER,
});

/** To whoever has had a message unread for a while. */
export const unreadLetter = (site: Site, to: string, mentorshipSessionId: string): Letter => ({
  subject: "Você tem uma mensagem não lida",
  greeting: `Olá, ${firstName(to)}.`,
  paragraphs: ["Há uma mensagem para você na conversa de uma sessão de mentoria."],
  action: { label: "Abrir a conversa", url: `${publicAddress(site.env)}/mentoria/sessao/${mentorshipSessionId}#conversa` },
  footer: FOOTER,
});
