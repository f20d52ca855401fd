import type { Notices } from "#app/server/notify/notice.ts";

/** The letter of an announcement is not one of these: it is sent whole, and its recipients are kept (send-announcements.ts). */
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
  },
};
