import type { PersonalTable } from "#app/server/personal-data.ts";
import { announcementLetters, announcements } from "./announcements.table.ts";

export const ANNOUNCEMENTS_DATA: PersonalTable[] = [
  {
    table: announcements,
    holds: [announcements.authorId],
    exported: { not: "written for the academy, which goes on showing it" },
    deleted: { by: "set null" },
  },
  {
    table: announcementLetters,
    holds: [announcementLetters.memberId],
    exported: { not: "the letters themselves are in the export; this says only that one was sent" },
    deleted: { by: "set null" },
  },
];
