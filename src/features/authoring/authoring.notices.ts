import type { NoFacts, Notices } from "#app/server/notify/notice.ts";

/** The letters name no text: a title can say too much on a locked telephone. */
export const AUTHORING_NOTICES: Notices<{
  "author-given": NoFacts;
  "text-submitted": { path: string };
  "text-returned": { path: string };
  "text-published": { path: string };
  "text-not-published": { path: string };
}> = {
  "author-given": {
    to: "member",
    topic: "degree",
    title: "Você pode escrever na Academia",
    link: () => ({ label: "Ver os textos", path: "/admin/conteudo" }),
    letter: () => ({
      paragraphs: ["Um administrador lhe confiou textos de estudo, para escrever ou para revisar. Entre para ver quais."],
      footer: "Se não era para ser, escreva à administração pela página de contato.",
    }),
  },
  "text-submitted": {
    to: "member",
    topic: "degree",
    title: "Um texto espera a sua revisão",
    link: ({ path }) => ({ label: "Comparar", path }),
    letter: () => ({
      paragraphs: ["Um autor terminou um texto e espera que alguém o leia antes de ser publicado."],
      footer: "Você recebe esta mensagem porque revisa textos da Academia.",
    }),
  },
  "text-returned": {
    to: "member",
    topic: "degree",
    title: "Um texto seu voltou com um reparo",
    link: ({ path }) => ({ label: "Abrir o texto", path }),
    letter: () => ({
      paragraphs: ["Quem revisou um texto seu pede uma mudança antes de o publicar. O reparo está ao lado do texto."],
      footer: "Você recebe esta mensagem porque escreve textos da Academia.",
    }),
  },
  "text-published": {
    to: "member",
    topic: "degree",
    title: "Um texto seu foi publicado",
    link: ({ path }) => ({ label: "Abrir o texto", path }),
    letter: () => ({
      paragraphs: ["Um texto seu foi revisado e está à vista de quem estuda."],
      footer: "Você recebe esta mensagem porque escreve textos da Academia.",
    }),
  },
  "text-not-published": {
    to: "member",
    topic: "degree",
    title: "Um texto seu não pôde ser publicado na hora marcada",
    link: ({ path }) => ({ label: "Abrir o texto", path }),
    letter: () => ({
      paragraphs: ["Chegou a hora marcada para publicar um texto seu, e alguma coisa o impediu. O motivo está ao lado do texto."],
      footer: "Você recebe esta mensagem porque escreve textos da Academia.",
    }),
  },
};
