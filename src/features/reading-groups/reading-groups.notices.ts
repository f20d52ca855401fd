import type { Notices } from "#app/server/notify/notice.ts";

type OfWeek = { groupId: string; number: number };

/** The unread lines of one group are one, of which the last is shown. */
export const groupNotices = (groupId: string): string => `reading-group:${groupId}`;

const path = ({ groupId }: { groupId: string }) => `/grupos/${groupId}`;
const FOOTER = "Em Notificações você escolhe como quer ser avisado.";

/** They name neither Lodge nor degree nor text. */
export const READING_GROUP_NOTICES: Notices<{
  "reading-week": OfWeek;
  "reading-unread": OfWeek;
  "reading-group-given": { groupId: string };
}> = {
  "reading-week": {
    to: "member",
    topic: "reading",
    title: "Começa outra semana de leitura em grupo",
    bell: {
      line: ({ number }) => `Começa a ${number}ª semana da leitura em grupo`,
      key: ({ groupId, number }) => `${groupId}:${number}`,
      group: ({ groupId }) => groupNotices(groupId),
    },
    link: (facts) => ({ label: "Abrir a leitura", path: path(facts) }),
    letter: () => ({
      paragraphs: ["Começa hoje outra semana da leitura em grupo. O texto está na página do grupo, e leva poucos minutos."],
      footer: FOOTER,
    }),
  },
  "reading-unread": {
    to: "member",
    topic: "reading",
    title: "Ainda dá tempo de ler o texto da semana",
    bell: {
      key: ({ groupId, number }) => `${groupId}:${number}`,
      group: ({ groupId }) => groupNotices(groupId),
    },
    link: (facts) => ({ label: "Abrir a leitura", path: path(facts) }),
    letter: () => ({
      paragraphs: ["O texto desta semana da leitura em grupo ainda espera por você, e há até domingo."],
      footer: FOOTER,
    }),
  },
  "reading-group-given": {
    to: "member",
    topic: "reading",
    title: "Uma leitura em grupo passou a você",
    bell: { line: (_, { from }) => `${from} passou a você uma leitura em grupo` },
    link: (facts) => ({ label: "Abrir a leitura", path: path(facts) }),
    letter: () => ({
      paragraphs: ["Você passou a ser o responsável por uma leitura em grupo. A página dela mostra o que pode mudar."],
      footer: FOOTER,
    }),
  },
};
