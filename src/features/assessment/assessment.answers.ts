import { z } from "zod";
import { DEGREES } from "#app/lib/degrees.ts";
import { type AssessmentOutcome, type AssessmentState, OPTION_IDS } from "./assessment.schema.ts";

/** What the assessment's routes answer, for the API's documentation; no browser loads it. */

const optionId = z.enum(OPTION_IDS);
const question = z.strictObject({
  id: z.string(),
  prompt: z.string(),
  options: z.array(z.strictObject({ id: optionId, text: z.string() })).length(4),
});

export const outcomeAnswer = z.strictObject({
  level: z.enum(DEGREES),
  takenAt: z.iso.datetime(),
  questions: z.array(z.strictObject({ ...question.shape, chosen: optionId, right: optionId, why: z.string() })),
}) satisfies z.ZodType<AssessmentOutcome>;

export const assessmentAnswer = z.strictObject({
  questions: z.array(question),
  last: outcomeAnswer.nullable(),
}) satisfies z.ZodType<AssessmentState>;
