import type { Notices } from "../notify/notice.ts";

/** To every administrator. */
export const BACKUP_NOTICES: Notices<{ "backup-failed": { reason: string } }> = {
  "backup-failed": {
    to: "member",
    topic: "security",
    title: "A cópia de segurança falhou",
    link: () => ({ label: "Abrir o painel", path: "/admin" }),
    letter: ({ reason }) => ({
      paragraphs: [
        `A cópia de segurança da Academia falhou duas vezes seguidas. Motivo: ${reason}`,
        "Enquanto isso não se resolve, o que for gravado pode perder-se com o disco. Avise quem cuida do servidor: docs/operations.md diz o que fazer.",
      ],
      footer: "Você recebe este aviso porque administra a Academia.",
    }),
  },
};
