import { z } from "zod";
import { share } from "#app/lib/share.ts";

/** As it is written in an address: one way for each number. */
const place = z
  .string()
  .regex(/^[1-9]\d?$/)
  .transform(Number);

export const moduleParams = z.strictObject({ moduleId: place });
export const lessonParams = z.strictObject({ moduleId: place, number: place });

const A_DAY = 86_400;

/**
 * Where the member is in the text, how much of it was read, and for how many seconds it was on the screen since the last report. The
 * server counts no more seconds than have passed; a first report, sent when the text is opened, only starts the clock.
 */
export const progressInput = z.strictObject({
  /** The lesson that the page shows: another one may have its place by now. */
  lessonId: z.string().max(60).optional(),
  position: share,
  furthest: share,
  seconds: z
    .number()
    .min(0)
    .transform((seconds) => Math.round(Math.min(seconds, A_DAY) * 10) / 10),
});
/** The alternative chosen; or all items in order; or the right sides in the order of the left ones. */
export const answerInput = z.strictObject({ given: z.array(z.uuid()).min(1).max(6) });

/** An answer on the page of a document or a study, which may have been given without a connection. */
export const openAnswerInput = answerInput.extend({
  /** Made by the browser: sending again after a lost answer does not count twice. */
  key: z.uuid().optional(),
});

/** An answer to a lesson's question. */
export const lessonAnswerInput = openAnswerInput.extend({
  /** The lesson that the page showed: another one may have its place by now. */
  lessonId: z.string().max(60).optional(),
});

export type ProgressInput = z.output<typeof progressInput>;
export type OpenAnswerInput = z.output<typeof openAnswerInput>;
export type LessonAnswerInput = z.output<typeof lessonAnswerInput>;
