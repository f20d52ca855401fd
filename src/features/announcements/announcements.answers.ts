import { z } from "zod";
import { degree, moment } from "#app/server/http/answers.ts";
import { AUDIENCES, OUTCOMES, STATES } from "./announcements.schema.ts";

/** Whom it is for; the degree or the Lodge's name where that is one. */
const toWhom = z.strictObject({ audience: z.enum(AUDIENCES), degree: degree.nullable(), lodge: z.string().nullable() });

export const announcement = z.strictObject({
  id: z.uuid(),
  title: z.string(),
  html: z.string(),
  to: toWhom,
  /** The name of who wrote it; null when their account is gone. */
  author: z.string().nullable(),
  at: moment,
  editedAt: moment.nullable(),
});
export type Announcement = z.output<typeof announcement>;

export const announcementList = z.strictObject({ announcements: z.array(announcement), next: z.string().nullable() });
export type AnnouncementList = z.output<typeof announcementList>;

/** As administrators see it: with what was written, how far it has come, and what became of its letters. */
export const managedAnnouncement = announcement.extend({
  source: z.string(),
  state: z.enum(STATES),
  asNotice: z.boolean(),
  asLetter: z.boolean(),
  endsAt: moment.nullable(),
  finishedAt: moment.nullable(),
  letters: z.strictObject(
    Object.fromEntries(OUTCOMES.map((each) => [each, z.int()])) as Record<(typeof OUTCOMES)[number], z.ZodInt>,
  ),
  /** When the last letter leaves that waits, at the pace of the sending; null when none waits, or nothing moves. */
  lastLeavesAt: moment.nullable(),
});
export type ManagedAnnouncement = z.output<typeof managedAnnouncement>;

export const managedList = z.strictObject({
  announcements: z.array(managedAnnouncement),
  next: z.string().nullable(),
  /** Whether letters leave by a mail server; without one they are only written to files. */
  delivers: z.boolean(),
  /** Whose name a letter bears in the list of a mail program and on a locked phone. */
  sender: z.string(),
});
export type ManagedList = z.output<typeof managedList>;

/** How many an announcement would be for, and how many of them get letters. */
const reach = z.strictObject({ people: z.int(), byLetter: z.int() });
export type Reach = z.output<typeof reach>;

export const recipients = z.strictObject({
  everyone: reach,
  degrees: z.strictObject({ aprendiz: reach, companheiro: reach, mestre: reach }),
  lodge: reach.nullable(),
  subscribers: reach,
  lodges: z.array(z.strictObject({ id: z.uuid(), name: z.string() })),
});
export type Recipients = z.output<typeof recipients>;

export const returnedLetters = z.strictObject({
  returned: z.array(
    z.strictObject({ name: z.string().nullable(), address: z.string(), memberId: z.uuid().nullable(), why: z.string() }),
  ),
});
export type ReturnedLetters = z.output<typeof returnedLetters>;

export const announcementPreview = z.strictObject({ html: z.string() });
/** Where the test letter went. */
export const testLetter = z.strictObject({ address: z.string() });
export const published = z.strictObject({ id: z.uuid() });
