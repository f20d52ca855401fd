import type { PersonalTable } from "#app/server/personal-data.ts";
import { announcements } from "./announcements.table.ts";

export const ANNOUNCEMENTS_DATA: PersonalTable[] = [
  {
    table: announcements,
    holds: [announcements.authorId],
    exported: { not: "written for the academy, which goes on showing it" },
    deleted: { by: "set null" },
  },
];
