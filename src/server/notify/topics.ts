import type { Channel } from "#app/lib/channels.ts";

/** What a member chooses by: several kinds of news that they would call the same. */
type TopicRules = {
  /** How the preferences call it. */
  label: string;
  description?: string;
  /** How a line of the list calls it, in one word. */
  short: string;
  /** How a member is told until they choose; `fixed` is always by letter, whatever they chose and whatever the hour. */
  channel: Channel | "fixed";
  /** Nobody else is told of it, nor asked about it. */
  administrators?: true;
};

/** In the order of the preferences. A new one is one line here, and the kinds that name it. */
const TOPICS = {
  mentoring: { label: "Mentoria", description: "Datas, respostas, lembretes", short: "Mentoria", channel: "email" },
  messages: { label: "Mensagens", description: "Conversas das suas sessões", short: "Mentoria", channel: "email" },
  community: { label: "Comunidade", description: "Respostas, e quem cita você", short: "Comunidade", channel: "here" },
  weekly: {
    label: "Carta da semana",
    description: "Às segundas, o que há de novo no que você acompanha",
    short: "Comunidade",
    channel: "email",
  },
  week: {
    label: "Semana",
    description: "Às segundas, os quatro passos da semana",
    short: "Semana",
    channel: "never",
  },
  degree: { label: "Grau e cadastro", description: "Confirmações e mudanças", short: "Cadastro", channel: "email" },
  study: {
    label: "Exames e certificados",
    description: "O exame que abre, o certificado emitido",
    short: "Estudo",
    channel: "email",
  },
  review: { label: "Revisão do dia", description: "Fichas que voltam", short: "Revisão", channel: "here" },
  reading: {
    label: "Leitura em grupo",
    description: "O texto da semana, e o lembrete de sexta",
    short: "Leitura",
    channel: "here",
  },
  announcements: { label: "Avisos", description: "O que a administração diz a todos", short: "Avisos", channel: "email" },
  administration: {
    label: "Administração",
    description: "Mensagens pela página de contato",
    short: "Administração",
    channel: "email",
    administrators: true,
  },
  security: { label: "Segurança da conta", description: "Entradas, senha, segundo fator", short: "Segurança", channel: "fixed" },
} as const satisfies Record<string, TopicRules>;

export type Topic = keyof typeof TOPICS;

/** The same as the compiler can look it up. */
export const TOPIC_RULES: Record<Topic, TopicRules> = TOPICS;
