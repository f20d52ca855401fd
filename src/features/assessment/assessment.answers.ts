import { z } from "zod";
import { degree, moment } from "#app/server/http/answers.ts";
import { OPTION_IDS } from "./assessment.schema.ts";

const optionId = z.enum(OPTION_IDS);
const question = z.strictObject({
  id: z.string(),
  prompt: z.string(),
  options: z.array(z.strictObject({ id: optionId, text: z.string() })).length(4),
});
export type AssessmentQuestion = z.output<typeof question>;

export const assessmentOutcome = z.strictObject({
  level: degree,
  takenAt: moment,
  questions: z.array(z.strictObject({ ...question.shape, chosen: optionId, right: optionId, why: z.string() })),
});
export type AssessmentOutcome = z.output<typeof assessmentOutcome>;

export const assessmentState = z.strictObject({ questions: z.array(question), last: assessmentOutcome.nullable() });
export type AssessmentState = z.output<typeof assessmentState>;
