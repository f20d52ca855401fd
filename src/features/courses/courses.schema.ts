import { z } from "zod";

/** As it is written in an address: one way for each number. */
const place = z
  .string()
  .regex(/^[1-9]\d?$/)
  .transform(Number);

export const moduleParams = z.strictObject({ moduleId: place });
export const lessonParams = z.strictObject({ moduleId: place, number: place });

/** Where the member is in the text, and the furthest point reached, both 0 to 1. */
export const progressInput = z.strictObject({ position: z.number().min(0).max(1), furthest: z.number().min(0).max(1) });
/** The alternative chosen; or all items in order; or the right sides in the order of the left ones. */
export const answerInput = z.strictObject({ given: z.array(z.uuid()).min(1).max(6) });

export type ProgressInput = z.output<typeof progressInput>;
export type AnswerInput = z.output<typeof answerInput>;
