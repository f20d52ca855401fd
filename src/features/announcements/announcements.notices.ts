import type { Notices } from "#app/server/notify/notice.ts";

export const ANNOUNCEMENT_NOTICES: Notices<{ announcement: { announcementId: string; title: string } }> = {
  announcement: {
    to: "member",
    topic: "announcements",
    title: "Um aviso da administração",
    bell: {
      line: ({ title }) => `Aviso: ${title}`,
      key: ({ announcementId }) => announcementId,
    },
    link: ({ announcementId }) => ({ label: "Ler o aviso", path: `/avisos#${announcementId}` }),
    letter: () => ({
      paragraphs: ["A administração publicou um aviso. Entre na sua conta para ler."],
      footer: "Você recebe esta mensagem porque tem uma conta aqui. Em Notificações você escolhe como quer ser avisado.",
    }),
  },
};
