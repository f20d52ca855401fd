import { z } from "zod";
import { thisDay } from "#app/features/ephemerides/ephemerides.answers.ts";
import { groupLine } from "#app/features/reading-groups/reading-groups.answers.ts";
import { count, moment } from "#app/server/http/answers.ts";

const doneAt = moment.nullable();
const link = z.strictObject({ title: z.string(), path: z.string() });

export const week = z.strictObject({
  /** Monday and Sunday, "2026-11-23". */
  from: z.string(),
  to: z.string(),
  /** The lesson that was finished in this week, or the one to go on with; null when the course is done. */
  lesson: z.strictObject({ ...link.shape, standfirst: z.string(), minutes: count, doneAt }).nullable(),
  document: z.strictObject({ ...link.shape, doneAt }).nullable(),
  /** One of the piece's questions; a line that is written goes to the member's notes of the piece. */
  question: z.strictObject({ text: z.string(), doneAt }),
  piece: z.strictObject({ id: z.string(), ...link.shape, standfirst: z.string(), minutes: count, doneAt }),
  thisDay: thisDay.nullable(),
  /** The reading group's text of this week; null for who is in none. */
  group: groupLine.nullable(),
  /** The weeks before, the last first: what they were about, and how many of the three steps that the week gives were taken. */
  past: z.array(z.strictObject({ from: z.string(), to: z.string(), ...link.shape, steps: count })),
});
export type Week = z.output<typeof week>;

/** What the panel says of the week. */
export const weekLine = z.strictObject({ title: z.string() });
export type WeekLine = z.output<typeof weekLine>;
