import { addDays } from "#app/lib/days.ts";
import type { Notices } from "#app/server/notify/notice.ts";
import { weekInWords } from "./week.policy.ts";

/** The week, and for the letter alone the titles of what it brings: those that the member's degree may read. */
type Path = { monday: string; lesson: string | null; document: string | null; piece: string };

/** The lines of the bell that the page of the week has for its reader. */
export const WEEK_GROUP = "week";

export const WEEK_NOTICES: Notices<{ "week-path": Path }> = {
  "week-path": {
    to: "member",
    topic: "week",
    title: "Os quatro passos desta semana",
    bell: {
      line: ({ monday }) => `Os quatro passos da semana de ${weekInWords(monday, addDays(monday, 6))}`,
      key: ({ monday }) => monday,
      group: () => WEEK_GROUP,
      letterOnly: ["lesson", "document", "piece"],
    },
    link: () => ({ label: "Abrir a semana", path: "/semana" }),
    letter: ({ monday, lesson, document, piece }, { confirmed }) => ({
      paragraphs: [
        `O caminho da semana de ${weekInWords(monday, addDays(monday, 6))}, um passo por noite.`,
        ...(confirmed
          ? [
              ...(lesson === null ? [] : [`• A lição: ${lesson}`]),
              ...(document === null ? [] : [`• O documento: ${document}`]),
              "• Uma pergunta para pensar",
              `• A peça: ${piece}`,
            ]
          : []),
        "O que ficar por fazer não se acumula: na outra segunda-feira começa outro caminho.",
      ],
      footer:
        "Você pediu esta mensagem das segundas-feiras. Para não a receber mais, use o botão de sair do seu programa de e-mail ou Notificações.",
    }),
  },
};
