import { longDate, momentInBrasilia } from "#app/lib/format.ts";
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

/** "5 de março de 2026 às 19:30 (horário de Brasília)": a letter does not know where its reader is. */
const dateInLetter = (date: string | null): string => (date ? `${momentInBrasilia(date)} (horário de Brasília)` : "");

/** "3 de janeiro de 2027", of a day. */
const dayInLetter = (day: string): string => longDate(new Date(`${day}T12:00`));

const offerOf = (otherMentors: string[]): string[] =>
  otherMentors.length > 0 ? [`Há outros mentores com vagas: ${otherMentors.join(", ")}.`] : [];

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
  Record<`mentoring-${Exclude<Move, "expire" | "close">}`, MoveFacts> & {
    "mentoring-expire": OfMentorshipSession & { otherMentors: string[] };
    "mentoring-expired": OfMentorshipSession;
    "mentoring-close": OfMentorshipSession & { scheduledDate: string };
    "mentoring-soon": OfMentorshipSession & { scheduledDate: string; durationMinutes: number };
    "mentoring-outcome": OfMentorshipSession & { scheduledDate: string };
    "mentoring-paused": { until: string };
    "mentoring-away": OfMentorshipSession & { until: string };
    "mentoring-left": OfMentorshipSession & { scheduledDate: string | null };
    "mentor-paused": Record<string, never>;
    "mentor-removed": Record<string, never>;
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
  "mentoring-propose": ofMentorshipSession(
    "Outra data para uma sessão sua",
    ({ scheduledDate }, { from, dayAndTime }) => `${from} propõe outra data: ${dayAndTime(scheduledDate!)}`,
    ({ by, scheduledDate, durationMinutes }) => [
      `${by === "mentor" ? "O mentor" : "O membro"} propõe outra data para a sessão: ${dateInLetter(scheduledDate)}, com ${durationMinutes} minutos.`,
      "A data de antes vale até você responder. Na página da sessão, aceite a nova, proponha outra ou deixe como está.",
    ],
  ),
  "mentoring-agree": ofMentorshipSession(
    "A nova data foi aceita",
    ({ scheduledDate }, { from, dayAndTime }) => `${from} aceitou a nova data: ${dayAndTime(scheduledDate!)}`,
    ({ scheduledDate, durationMinutes }) => [
      `A sessão passou para ${dateInLetter(scheduledDate)}, com ${durationMinutes} minutos.`,
      "Na página da sessão está o arquivo que muda a data também na sua agenda.",
    ],
  ),
  "mentoring-keep": ofMentorshipSession(
    "A data da sessão ficou como estava",
    ({ scheduledDate }, { from, dayAndTime }) => `${from} deixou a sessão onde estava: ${dayAndTime(scheduledDate!)}`,
    ({ scheduledDate }) => [`A sessão continua marcada para ${dateInLetter(scheduledDate)}.`],
  ),
  /** To the mentee: the mentor says that the session did not happen. */
  "mentoring-miss": ofMentorshipSession(
    "Uma sessão ficou como não acontecida",
    ({ scheduledDate }, { from, day }) => `${from} diz que a sessão de ${day(scheduledDate!)} não aconteceu. Foi assim?`,
    ({ scheduledDate }) => [
      `O mentor marcou que a sessão de ${dateInLetter(scheduledDate)} não aconteceu. Isso não conta contra você.`,
      "Na página da sessão você lê o que ele escreveu, pode dizer se não foi assim, e pode pedir outra data.",
    ],
  ),
  /** To the mentor: the mentee says that it was not so. */
  "mentoring-object": ofMentorshipSession(
    "Uma palavra sobre a sessão que não aconteceu",
    (_, { from }) => `${from} diz que não foi assim`,
    ({ scheduledDate }) => [
      `Sobre a sessão de ${dateInLetter(scheduledDate)}, que ficou como não acontecida, o membro diz que não foi assim.`,
      "O que ele escreveu está na página da sessão.",
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
  /** To both sides, a day and an hour before. */
  "mentoring-soon": ofMentorshipSession(
    "A sua sessão está perto",
    ({ scheduledDate }, { dayAndTime }) => `A sua sessão está perto: ${dayAndTime(scheduledDate)}`,
    ({ scheduledDate, durationMinutes }) => [
      `A sessão é em ${dateInLetter(scheduledDate)}, com ${durationMinutes} minutos.`,
      "O local está na página da sessão. Se não puder ir, avise ali mesmo, ou proponha outra data.",
    ],
  ),
  /** To the mentor, after the session's end and two days later. */
  "mentoring-outcome": ofMentorshipSession(
    "A sessão aconteceu?",
    ({ scheduledDate }, { day }) => `A sessão de ${day(scheduledDate)} aconteceu?`,
    ({ scheduledDate }) => [
      `A hora da sessão de ${dateInLetter(scheduledDate)} já passou. Ela aconteceu?`,
      "Diga-o na página da sessão: conclua, marque que não aconteceu, ou proponha outra data. Sem resposta em sete dias, ela se encerra sem confirmação.",
    ],
  ),
  /** To both sides of a session of which the mentor did not say whether it happened. */
  "mentoring-close": ofMentorshipSession(
    "Uma sessão foi encerrada sem confirmação",
    ({ scheduledDate }, { day }) => `A sessão de ${day(scheduledDate)} foi encerrada sem confirmação`,
    ({ scheduledDate }) => [
      `Em sete dias ninguém disse se a sessão de ${dateInLetter(scheduledDate)} aconteceu, e ela foi encerrada sem confirmação.`,
      "A vaga ficou livre. A conversa continua aberta por mais sete dias.",
    ],
  ),
  /** To the member whose request was ended after fourteen days. */
  "mentoring-expire": {
    to: "member",
    topic: "mentoring",
    title: "Seu pedido de sessão foi encerrado sem resposta",
    bell: { letterOnly: ["otherMentors"] },
    link: () => ({ label: "Ver os mentores", path: "/mentoria" }),
    letter: ({ otherMentors }, { confirmed }) => ({
      paragraphs: [
        "Em quatorze dias o mentor não respondeu ao seu pedido, e ele foi encerrado. O que você escreveu continua na página da sessão.",
        ...(confirmed ? offerOf(otherMentors) : []),
      ],
      footer: FOOTER,
    }),
  },
  /** To the mentor of such a request. */
  "mentoring-expired": ofMentorshipSession(
    "Um pedido de sessão foi encerrado sem a sua resposta",
    () => "Um pedido de sessão foi encerrado sem a sua resposta",
    () => ["Em quatorze dias um pedido de sessão não teve a sua resposta. Ele foi encerrado, e o membro procura outro mentor."],
  ),
  /** To a mentor of whom three requests in a row were ended so. */
  "mentoring-paused": {
    to: "member",
    topic: "mentoring",
    title: "A sua mentoria está em pausa",
    link: () => ({ label: "Abrir as suas horas", path: "/mentoria/agenda" }),
    letter: ({ until }) => ({
      paragraphs: [
        `Três pedidos seguidos ficaram sem resposta. Para que ninguém espere em vão, a sua mentoria está em pausa até ${dayInLetter(until)}: até lá ninguém pode pedir-lhe uma sessão nova.`,
        "Quando quiser voltar antes, termine a pausa em Minhas horas. As sessões já marcadas seguem como estão.",
      ],
      footer: FOOTER,
    }),
  },
  /** To who waits for the answer of a mentor who goes on a pause. */
  "mentoring-away": ofMentorshipSession<OfMentorshipSession & { until: string }>(
    "O mentor que você espera está em pausa",
    () => "O mentor que você espera está em pausa",
    ({ until }) => [
      `O mentor a quem você pediu uma sessão está em pausa até ${dayInLetter(until)}. O seu pedido continua aberto; se preferir, retire-o e peça a outro.`,
    ],
  ),
  /** To who had asked or arranged a session with a mentor who is none any more. */
  "mentoring-left": ofMentorshipSession<OfMentorshipSession & { scheduledDate: string | null }>(
    "Uma sessão foi encerrada",
    () => "O mentor deixou a mentoria, e a sua sessão foi encerrada",
    ({ scheduledDate }) => [
      scheduledDate
        ? `O mentor deixou a mentoria, e a sessão marcada para ${dateInLetter(scheduledDate)} foi cancelada.`
        : "O mentor deixou a mentoria, e o pedido que você lhe fez foi encerrado.",
      "Na mentoria há outros mentores a quem pedir uma sessão.",
    ],
  ),
  /** To a member who was taken from among the mentors. */
  "mentor-removed": {
    to: "member",
    topic: "mentoring",
    title: "Você não está mais entre os mentores",
    link: () => ({ label: "Abrir as suas sessões", path: "/mentoria?aba=mentor" }),
    letter: () => ({
      paragraphs: [
        "A administração retirou o seu cadastro de mentor. Os pedidos e as sessões por vir foram encerrados, e os membros avisados; o que já aconteceu fica como está.",
        "Se tiver dúvidas, fale com a administração pela página de contato.",
      ],
      footer: FOOTER,
    }),
  },
  /** To the administrators. */
  "mentor-paused": {
    to: "member",
    topic: "administration",
    title: "Um mentor ficou em pausa",
    link: () => ({ label: "Abrir os mentores", path: "/gestao-mentores" }),
    letter: () => ({
      paragraphs: [
        "Um mentor deixou três pedidos seguidos sem resposta e ficou em pausa por trinta dias. Uma palavra com ele ajuda.",
      ],
      footer: "Você recebe este aviso porque administra a Academia.",
    }),
  },
  /** To the member whom nobody answered: they are offered others. */
  "mentoring-unanswered": {
    to: "member",
    topic: "mentoring",
    title: "Seu pedido de sessão ainda não teve resposta",
    bell: { letterOnly: ["otherMentors"] },
    link: () => ({ label: "Ver os mentores", path: "/mentoria" }),
    letter: ({ otherMentors }, { confirmed }) => ({
      paragraphs: [
        "Há sete dias você pediu uma sessão, e o mentor ainda não respondeu. O pedido continua aberto; você pode retirá-lo quando quiser.",
        ...(confirmed ? offerOf(otherMentors) : []),
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
  /** Shown at once to the party for whom a message was written; the letter waits, as they may be reading. */
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
