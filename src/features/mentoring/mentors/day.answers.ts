import { z } from "zod";
import { count, degree, moment } from "#app/server/http/answers.ts";

const who = { id: z.uuid(), name: z.string() };

/** What a mentor's day holds: what waits for their word, what is arranged, what is unread, and whom they accompany. */
export const mentorDay = z.strictObject({
  /** Requests and proposals of another date, the oldest first. */
  toAnswer: z.array(
    z.strictObject({
      ...who,
      kind: z.enum(["request", "proposal"]),
      degree: degree.nullable(),
      lodge: z.string().nullable(),
      title: z.string(),
      since: moment,
      /** Of a proposal: the date that stands and the one proposed. */
      date: moment.nullable(),
      proposed: moment.nullable(),
    }),
  ),
  /** Sessions whose hour has passed. */
  toClose: z.array(z.strictObject({ ...who, date: moment, durationMinutes: count, place: z.string().nullable() })),
  /** Sessions to come, in order. */
  ahead: z.array(
    z.strictObject({ ...who, title: z.string(), date: moment, durationMinutes: count, place: z.string().nullable() }),
  ),
  /** `last` is how the newest one begins, or what its file is called; empty where it was taken back. */
  unread: z.array(z.strictObject({ ...who, count, at: moment, last: z.string() })),
  mentees: z.array(
    z.strictObject({
      memberId: z.uuid(),
      name: z.string(),
      degree,
      lodge: z.string().nullable(),
      /** Finished lessons of their degree and those below, of so many; and the one that they read last. */
      done: count,
      of: count,
      reading: z.string().nullable(),
      /** Their sessions with this mentor that took place, and what the last one left for the next. */
      sessions: count,
      nextStep: z.string().nullable(),
      /** What this mentor noted about them. */
      note: z.string(),
    }),
  ),
});
export type MentorDay = z.output<typeof mentorDay>;
