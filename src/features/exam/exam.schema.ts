import { z } from "zod";
import { DEGREES } from "#app/lib/degrees.ts";

export const examParams = z.strictObject({ degree: z.enum(DEGREES) });
export const attemptParams = z.strictObject({ attemptId: z.uuid() });
export const itemParams = z.strictObject({
  attemptId: z.uuid(),
  place: z
    .string()
    .regex(/^[1-9]\d?$/)
    .transform(Number),
});

/** As the answer to a lesson's question, but that a pair may still lack its right side: then its place is empty. */
export const examAnswerInput = z.strictObject({
  given: z
    .array(z.union([z.uuid(), z.literal("")]))
    .min(1)
    .max(6)
    .refine(
      (given) => new Set(given.filter(Boolean)).size === given.filter(Boolean).length,
      "Uma alternativa foi usada duas vezes.",
    ),
});
export const flagInput = z.strictObject({ flagged: z.boolean() });

export const questionParams = z.strictObject({ questionId: z.string().max(60) });
export const drawInput = z.strictObject({ drawn: z.boolean() });

export type DrawInput = z.output<typeof drawInput>;
export type ExamAnswerInput = z.output<typeof examAnswerInput>;
export type FlagInput = z.output<typeof flagInput>;
