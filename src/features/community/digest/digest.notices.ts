import { plural } from "#app/lib/text.ts";
import type { Notices } from "#app/server/notify/notice.ts";

/** So many topics of one board are looked through for a letter, the last ones with news: a board may have thousands in a week, and followers as many. */
export const MOST_OF_A_BOARD = 100;

const counted = (topics: number): string =>
  topics < MOST_OF_A_BOARD
    ? plural(topics, "assunto que você acompanha", "assuntos que você acompanha")
    : `${MOST_OF_A_BOARD} ou mais assuntos que você acompanha`;

/** What is new since the last letter: how many topics, and the titles of the first of them, for the letter alone. */
type Week = { topics: number; titles: string[] };

export const DIGEST_NOTICES: Notices<{ "community-weekly": Week }> = {
  "community-weekly": {
    to: "member",
    topic: "weekly",
    title: "Sua carta da semana",
    bell: {
      line: ({ topics }) => `Na semana: novidade em ${counted(topics)}`,
      group: () => "community-weekly",
      letterOnly: ["titles"],
    },
    link: () => ({ label: "Abrir as conversas", path: "/comunidade" }),
    letter: ({ topics, titles }, { confirmed }) => ({
      paragraphs: [
        `Desde a última carta houve novidade em ${counted(topics)}.`,
        ...(confirmed ? titles.map((title) => `• ${title}`) : []),
        ...(confirmed && titles.length > 0 && topics > titles.length
          ? [topics < MOST_OF_A_BOARD ? `E mais ${topics - titles.length}.` : "E muitos outros."]
          : []),
      ],
      footer:
        "A carta sai às segundas-feiras. Para não a receber mais, use o botão de sair do seu programa de e-mail ou Notificações.",
    }),
  },
};
