import { plural } from "#app/lib/text.ts";
import type { Notices } from "#app/server/notify/notice.ts";

/** What is new since the last letter: how many topics, and the titles of the first of them, for the letter alone. */
type Week = { topics: number; titles: string[] };

export const DIGEST_NOTICES: Notices<{ "community-weekly": Week }> = {
  "community-weekly": {
    to: "member",
    topic: "weekly",
    title: "Sua carta da semana",
    bell: {
      line: ({ topics }) =>
        `Na semana: novidade em ${plural(topics, "assunto que você acompanha", "assuntos que você acompanha")}`,
      group: () => "community-weekly",
      letterOnly: ["titles"],
    },
    link: () => ({ label: "Abrir as conversas", path: "/comunidade" }),
    letter: ({ topics, titles }, { confirmed }) => ({
      paragraphs: [
        `Desde a última carta houve novidade em ${plural(topics, "assunto que você acompanha", "assuntos que você acompanha")}.`,
        ...(confirmed ? titles.map((title) => `• ${title}`) : []),
        ...(confirmed && titles.length > 0 && topics > titles.length ? [`E mais ${topics - titles.length}.`] : []),
      ],
      footer:
        "A carta sai às segundas-feiras. Para não a receber mais, use o botão de sair do seu programa de e-mail ou Notificações.",
    }),
  },
};
