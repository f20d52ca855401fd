import { z } from "zod";
import { count } from "#app/server/http/answers.ts";

/** Days of the quicker quarter, the half and the slower quarter, to a tenth. */
const spread = z.strictObject({ low: z.number(), median: z.number(), high: z.number() });

/** How a part of the academy studies. Numbers of people, exams and requests are rounded down to a multiple of `GROUP`. */
export const report = z.strictObject({
  /** The Lodge that it is about; null for all. */
  lodge: z.string().nullable(),
  /** The module whose readers are followed: the one that was asked for, else the first of the degree. */
  module: z.strictObject({ id: z.int(), title: z.string() }),
  modules: z.array(z.strictObject({ id: z.int(), title: z.string() })),
  /** Null where fewer than `GROUP` members are in this part: then nothing else is said. */
  figures: z
    .strictObject({
      enrolled: count,
      activeInWeek: count,
      activeInMonth: count,
      /** Who finished the module, and who has not been in it for a month, of those who began it in the period. */
      finished: count,
      stopped: count,
    })
    .nullable(),
  /** Readers of each lesson, of those who began the module in the period. */
  lessons: z.array(z.strictObject({ number: z.int(), title: z.string(), readers: count })),
  /** How many finished a lesson in each whole week or month (`stepOf`); `yyyy-mm-dd` of its first day. */
  steps: z.array(z.strictObject({ begins: z.string(), people: count })),
  /** Exams of the period by result: tens of per cent, from below 50 to 90 and more. */
  exams: z.array(z.strictObject({ from: z.int(), exams: count })),
  /** From the first lesson to the last, of modules finished in the period by at least `GROUP` members. */
  times: z.array(z.strictObject({ module: z.string(), days: spread })),
  /** How long mentors take to answer, where at least `GROUP` members asked them; for administrators. */
  mentors: z.array(z.strictObject({ name: z.string(), hours: z.number(), requests: count })),
});
export type Report = z.output<typeof report>;
