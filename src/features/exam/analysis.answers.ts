import { z } from "zod";
import { QUESTION_FORMS } from "#app/features/courses/question-forms.policy.ts";
import { count } from "#app/server/http/answers.ts";
import { ITEM_MARKS } from "./exam.policy.ts";

const share = z.number().min(0).max(1);

const analysedQuestion = z.strictObject({
  id: z.string(),
  form: z.enum(QUESTION_FORMS),
  prompt: z.string(),
  moduleId: count,
  /** Its lesson, or the one that shows its document. */
  lesson: z.string(),
  document: z.string().nullable(),
  /** Whether exams may draw it. */
  drawn: z.boolean(),
  shown: count,
  rightCount: count,
  /** Null until it was shown. */
  facility: share.nullable(),
  /** Null while nothing tells the strong from the weak. */
  discrimination: z.number().min(-1).max(1).nullable(),
  marks: z.array(z.enum(ITEM_MARKS)),
});
export type AnalysedQuestion = z.output<typeof analysedQuestion>;

export const questionAnalysis = z.strictObject({ questions: z.array(analysedQuestion) });
export type QuestionAnalysis = z.output<typeof questionAnalysis>;

export const questionDetail = z.strictObject({
  /** The most frequent first. `restFacility`: how much of the rest of the exam those who gave it answered rightly. */
  answers: z.array(z.strictObject({ text: z.string(), right: z.boolean(), count, restFacility: share })),
  /** Alternatives that nobody has chosen. */
  unchosen: z.array(z.strictObject({ text: z.string(), right: z.boolean() })),
});
export type QuestionDetail = z.output<typeof questionDetail>;
