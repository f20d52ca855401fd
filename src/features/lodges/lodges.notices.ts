import type { NoFacts, Notices } from "#app/server/notify/notice.ts";

/** The letters name neither Lodge nor office. */
export const LODGE_NOTICES: Notices<{
  "office-given": NoFacts;
  "office-ended": NoFacts;
  "term-ends": { path: string };
  "terms-end": NoFacts;
}> = {
  "office-given": {
    to: "member",
    topic: "degree",
    title: "O seu cadastro tem uma função nova",
    link: () => ({ label: "Entrar", path: "/dashboard" }),
    letter: () => ({
      paragraphs: ["Um administrador registrou uma função no seu cadastro. Entre para ver o que ela abre, e até quando."],
      footer: "Se não era para ser, escreva à administração pela página de contato.",
    }),
  },
  "office-ended": {
    to: "member",
    topic: "degree",
    title: "Uma função do seu cadastro terminou",
    link: () => ({ label: "Entrar", path: "/dashboard" }),
    letter: () => ({
      paragraphs: ["A função que você exercia na Academia terminou, ou passou a outro. O seu estudo continua como estava."],
      footer: "Se não era para ser, escreva à administração pela página de contato.",
    }),
  },
  "term-ends": {
    to: "member",
    topic: "degree",
    title: "A sua função termina em trinta dias",
    link: ({ path }) => ({ label: "Entrar", path }),
    letter: () => ({
      paragraphs: [
        "A função que você exerce na Academia termina em até trinta dias, e ninguém foi registrado para continuar.",
        "Combine com os seus quem a recebe, e avise a administração.",
      ],
      footer: "Os administradores recebem um aviso igual.",
    }),
  },
  /** To the administrators. */
  "terms-end": {
    to: "member",
    topic: "degree",
    title: "Há mandatos que terminam em trinta dias",
    link: () => ({ label: "Ver a lista", path: "/admin/lojas" }),
    letter: () => ({
      paragraphs: ["Há mandatos de oficiais que terminam em até trinta dias, sem sucessor registrado. A lista mostra quais."],
      footer: "Você recebe esta mensagem porque administra a Academia.",
    }),
  },
};
