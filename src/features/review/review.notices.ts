import { plural } from "#app/lib/text.ts";
import type { Notices } from "#app/server/notify/notice.ts";

/** What the bell's line of the review is known by, to mark it when the review is opened. */
export const REVIEW_GROUP = "review";

export const REVIEW_NOTICES: Notices<{ "review-due": { cards: number } }> = {
  "review-due": {
    to: "member",
    topic: "review",
    title: "Há fichas na sua revisão de hoje",
    bell: {
      line: ({ cards }) => `${plural(cards, "ficha volta", "fichas voltam")} hoje à sua revisão`,
      group: () => REVIEW_GROUP,
    },
    link: () => ({ label: "Abrir a revisão", path: "/revisao" }),
    letter: () => ({
      paragraphs: ["Há fichas que voltam hoje à sua revisão. Leva poucos minutos, e o que ficar espera por amanhã."],
      footer: "Você pediu esta mensagem em Notificações, onde pode mudar como quer ser avisado.",
    }),
  },
};
