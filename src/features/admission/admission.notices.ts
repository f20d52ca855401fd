import type { NoFacts, Notices } from "#app/server/notify/notice.ts";

/** The letters name no Lodge and no order. */
export const ADMISSION_NOTICES: Notices<{
  "admission-accepted": NoFacts;
  "admission-refused": NoFacts;
  "admissions-wait": { path: string };
}> = {
  "admission-accepted": {
    to: "member",
    topic: "degree",
    title: "A sua entrada foi aceita",
    link: () => ({ label: "Entrar", path: "/dashboard" }),
    letter: () => ({
      paragraphs: ["O seu pedido foi aceito: tudo o que é do seu grau está aberto a você. Entre quando quiser."],
      footer: "Você recebe esta mensagem porque pediu para entrar na Academia.",
    }),
  },
  "admission-refused": {
    to: "member",
    topic: "degree",
    title: "O seu pedido foi respondido",
    link: () => ({ label: "Ler a resposta", path: "/esperando" }),
    letter: () => ({
      paragraphs: [
        "O pedido que você fez para entrar não foi aceito desta vez. O motivo está na sua página, onde você pode pedir de novo.",
      ],
      footer: "Se em trinta dias você não pedir de novo, o seu cadastro é apagado.",
    }),
  },
  /** To those who decide, once a day at most. */
  "admissions-wait": {
    to: "member",
    topic: "degree",
    title: "Há pedidos à sua espera",
    bell: { group: () => "admissions" },
    link: ({ path }) => ({ label: "Ver quem espera", path }),
    letter: () => ({
      paragraphs: ["Há pessoas que pediram para entrar e esperam a sua palavra. A resposta é prometida em sete dias."],
      footer: "Você recebe esta mensagem, no máximo uma vez por dia, porque responde pela entrada de outros.",
    }),
  },
};
