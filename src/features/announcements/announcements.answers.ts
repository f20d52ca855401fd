import { z } from "zod";
import { degree, moment } from "#app/server/http/answers.ts";

export const announcement = z.strictObject({
  id: z.uuid(),
  title: z.string(),
  html: z.string(),
  /** What was written, to those who may change it. */
  source: z.string().nullable(),
  /** The lowest degree that was told; null for every member. */
  degree: degree.nullable(),
  /** The name of who wrote it; null when his account is gone. */
  author: z.string().nullable(),
  at: moment,
  editedAt: moment.nullable(),
  can: z.strictObject({ edit: z.boolean() }),
});
export type Announcement = z.output<typeof announcement>;

export const announcementList = z.strictObject({
  announcements: z.array(announcement),
  next: z.string().nullable(),
  can: z.strictObject({ publish: z.boolean() }),
});
export type AnnouncementList = z.output<typeof announcementList>;

export const announcementPreview = z.strictObject({ html: z.string() });
