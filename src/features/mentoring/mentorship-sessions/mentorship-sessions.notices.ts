import type { Bell, Notice, Notices } from "#app/server/notify/notice.ts";
import type { Move, Side } from "./mentorship-sessions.table.ts";

/** What a letter may say of a mentorship session: when it is, never what was asked or written. Mailboxes are shared. */
type MoveFacts = {
  mentorshipSessionId: string;
  /** The side that moved. */
  by: Side;
  /** ISO 8601. */
  scheduledDate: string | null;
  durationMinutes: number;
};

type OfMentorshipSession = { mentorshipSessionId: string };

const FOOTER = "Você recebe este aviso porque participa de uma mentoria na Academia.";

const when = new Intl.DateTimeFormat("pt-BR", { dateStyle: "long", timeStyle: "short", timeZone: "America/Sao_Paulo" });

/** "5 de março de 2026 às 19:30 (horário de Brasília)": a letter does not know where its reader is. */
const dateInLetter = (date: string | null): string => (date ? `${when.format(new Date(date))} (horário de Brasília)` : "");

const openPage = ({ mentorshipSessionId }: OfMentorshipSession) => ({
  label: "Abrir a sessão",
  path: `/mentoria/sessao/${mentorshipSessionId}`,
});

const openConversation = ({ mentorshipSessionId }: OfMentorshipSession) => ({
  label: "Abrir a conversa",
  path: `/mentoria/sessao/${mentorshipSessionId}#conversa`,
});

/** The line under the bell for all that is unread in a session's conversation. */
export const conversationGroup = (mentorshipSessionId: string): string => `conversation:${mentorshipSessionId}`;

/** A reason is somebody's own words, so the letter only says where to read it. */
const REASON = "O motivo está na página da sessão.";

/** A kind that leads to the session's page. */
const ofMentorshipSession = <Facts extends OfMentorshipSession>(
  title: string,
  line: Bell<Facts>["line"],
  paragraphs: (facts: Facts) => string[],
): Notice<Facts> => ({
  to: "member",
  topic: "mentoring",
  title,
  link: openPage,
  ...(line && { bell: { line } }),
  letter: (facts) => ({ paragraphs: paragraphs(facts), footer: FOOTER }),
});

export const MENTORING_NOTICES: Notices<
  Record<`mentoring-${Move}`, MoveFacts> & {
    "mentoring-removal": OfMentorshipSession & { scheduledDate: string | null; wasAccepted: boolean };
    "mentoring-reminder": OfMentorshipSession & { days: number };
    "mentoring-unanswered": { otherMentors: string[] };
    "mentoring-deactivated": Record<string, never>;
    "mentoring-message": OfMentorshipSession & { scheduledDate: string | null };
    "mentoring-unread": OfMentorshipSession;
  }
> = {
  "mentoring-request": ofMentorshipSession(
    "Novo pedido de sessão",
    (_, { from }) => `${from} pediu uma sessão`,
    ({ scheduledDate }) => [
      "Um membro pediu uma sessão com você.",
      ...(scheduledDate ? [`Data que ele prefere: ${dateInLetter(scheduledDate)}.`] : []),
      "Abra o pedido para ler o que ele procura, e aceite ou recuse.",
    ],
  ),
  "mentoring-accept": ofMentorshipSession(
    "Sua sessão foi aceita",
    ({ scheduledDate }, { from, dayAndTime }) =>
      scheduledDate ? `${from} aceitou: ${dayAndTime(scheduledDate)}` : `${from} aceitou a sua sessão`,
    ({ scheduledDate, durationMinutes }) => [
      `A sessão está marcada para ${dateInLetter(scheduledDate)}, com ${durationMinutes} minutos.`,
      "O local está na página da sessão, com o arquivo para a sua agenda.",
    ],
  ),
  "mentoring-decline": ofMentorshipSession(
    "Seu pedido de sessão não foi aceito",
    (_, { from }) => `${from} não pôde aceitar o seu pedido`,
    () => ["O mentor não pôde aceitar o seu pedido.", REASON],
  ),
  "mentoring-withdraw": ofMentorshipSession(
    "Um pedido de sessão foi retirado",
    (_, { from }) => `${from} retirou o pedido de sessão`,
    () => ["O membro retirou o pedido que fez a você.", REASON],
  ),
  "mentoring-cancel": ofMentorshipSession(
    "Uma sessão foi cancelada",
    ({ scheduledDate }, { from, day }) =>
      scheduledDate ? `${from} cancelou a sessão de ${day(scheduledDate)}` : `${from} cancelou a sessão`,
    ({ by, scheduledDate }) => [
      `${by === "mentor" ? "O mentor" : "O membro"} cancelou a sessão marcada para ${dateInLetter(scheduledDate)}.`,
      REASON,
    ],
  ),
  "mentoring-complete": ofMentorshipSession(
    "Sessão concluída",
    () => "Sessão concluída. Conte como foi",
    () => ["O mentor marcou a sessão como concluída.", "Conte como foi: a sua avaliação ajuda quem vem depois."],
  ),
  "mentoring-rate": ofMentorshipSession(
    "Você recebeu uma avaliação",
    (_, { from }) => `${from} avaliou a sessão que teve com você`,
    () => ["O membro avaliou a sessão concluída com você."],
  ),
  /** To the party that is left when the other one's account was removed. */
  "mentoring-removal": ofMentorshipSession("Uma sessão foi cancelada", undefined, ({ scheduledDate, wasAccepted }) => [
    wasAccepted && scheduledDate
      ? `A sessão marcada para ${dateInLetter(scheduledDate)} foi cancelada: a conta da outra pessoa foi removida.`
      : "Um pedido de sessão foi encerrado: a conta da outra pessoa foi removida.",
  ]),
  /** To the mentor who has not answered. */
  "mentoring-reminder": ofMentorshipSession(
    "Um pedido de sessão espera a sua resposta",
    ({ days }) => `Há ${days} dias um pedido de sessão espera a sua resposta`,
    ({ days }) => [
      `Há ${days} dias um membro pediu uma sessão com você e ainda espera.`,
      "Aceite com uma data, ou recuse com uma palavra.",
    ],
  ),
  /** To the member whom nobody answered: he is offered others. */
  "mentoring-unanswered": {
    to: "member",
    topic: "mentoring",
    title: "Seu pedido de sessão ainda não teve resposta",
    bell: { letterOnly: ["otherMentors"] },
    link: () => ({ label: "Ver os mentores", path: "/mentoria" }),
    letter: ({ otherMentors }, { confirmed }) => ({
      paragraphs: [
        "Há sete dias você pediu uma sessão, e o mentor ainda não respondeu. O pedido continua aberto; você pode retirá-lo quando quiser.",
        ...(confirmed && otherMentors.length > 0 ? [`Há outros mentores com vagas: ${otherMentors.join(", ")}.`] : []),
      ],
      footer: FOOTER,
    }),
  },
  /** To a mentor whom the administration has switched off. */
  "mentoring-deactivated": {
    to: "member",
    topic: "mentoring",
    title: "O seu perfil de mentor foi desativado",
    link: () => ({ label: "Abrir as suas sessões", path: "/mentoria" }),
    letter: () => ({
      paragraphs: [
        "A administração desativou o seu perfil de mentor: ninguém pode pedir-lhe novas sessões por enquanto.",
        "As sessões já combinadas e os pedidos que esperam continuam como estão. Se tiver dúvidas, fale com a administração pela página de contato.",
      ],
      footer: FOOTER,
    }),
  },
  /** Shown at once to the party for whom a message was written; the letter waits, as he may be reading. */
  "mentoring-message": {
    to: "member",
    topic: "messages",
    title: "Você tem uma nova mensagem",
    link: openConversation,
    bell: {
      line: ({ scheduledDate }, { from, count, day }) => {
        const where = scheduledDate ? `na sessão de ${day(scheduledDate)}` : "em uma sessão";
        return count === 1 ? `${from} escreveu ${where}` : `${count} mensagens de ${from} ${where}`;
      },
      group: ({ mentorshipSessionId }) => conversationGroup(mentorshipSessionId),
      unfold: { label: "Uma por uma", part: (_, { from }) => from },
    },
  },
  /** To the party that has had a message unread for a while. */
  "mentoring-unread": {
    ...ofMentorshipSession("Você tem uma mensagem não lida", undefined, () => [
      "Há uma mensagem para você na conversa de uma sessão de mentoria.",
    ]),
    topic: "messages",
    bell: false,
    link: openConversation,
  },
};
