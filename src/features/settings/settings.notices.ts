import type { NoFacts, Notices } from "#app/server/notify/notice.ts";

export const SETTINGS_NOTICES: Notices<{ "setting-changed": NoFacts }> = {
  /** To the other administrators. */
  "setting-changed": {
    to: "member",
    topic: "security",
    title: "Uma configuração mudou",
    bell: { line: (_, { from }) => `${from} mudou uma configuração da casa` },
    link: () => ({ label: "Ver as configurações", path: "/admin/configuracoes" }),
    letter: () => ({
      paragraphs: ["Um administrador mudou uma configuração da casa. Qual foi, e o que mudou, está na página das configurações."],
      footer: "Os outros administradores recebem este aviso. Se não era para ser, desfaça a mudança na mesma página.",
    }),
  },
};
