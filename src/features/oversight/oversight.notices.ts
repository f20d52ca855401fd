import type { NoFacts, Notices } from "#app/server/notify/notice.ts";

export const OVERSIGHT_NOTICES: Notices<{ "contestation-made": NoFacts; "contestation-answered": NoFacts }> = {
  /** To the administrators. */
  "contestation-made": {
    to: "member",
    topic: "security",
    title: "Uma contestação espera resposta",
    link: () => ({ label: "Ler e responder", path: "/admin/contestacoes" }),
    letter: () => ({
      paragraphs: ["Um membro contestou como um dado seu foi visto ou mudado. A resposta é prometida em quinze dias."],
      footer: "Quem é contestado não responde, enquanto outro administrador puder.",
    }),
  },
  "contestation-answered": {
    to: "member",
    topic: "security",
    title: "A sua contestação foi respondida",
    link: () => ({ label: "Ler a resposta", path: "/conta/quem-me-ve" }),
    letter: () => ({
      paragraphs: ["A contestação que você fez foi respondida. A resposta está na página em que você a escreveu."],
      footer: "Se a resposta não bastar, você pode contestar de novo, ou escrever ao encarregado de dados.",
    }),
  },
};
