import { z } from "zod";
import { DEGREES, type Degree } from "#app/lib/degrees.ts";

export const OPTION_IDS = ["a", "b", "c", "d"] as const;
export type OptionId = (typeof OPTION_IDS)[number];

const choice = z.enum(OPTION_IDS, { error: "Escolha uma alternativa" });

/** One answer for each of the five questions. */
export const assessmentInput = z.strictObject({
  answers: z.strictObject({ q1: choice, q2: choice, q3: choice, q4: choice, q5: choice }),
});
export type AssessmentInput = z.output<typeof assessmentInput>;

/** The shape of content/assessment.yaml. */
export const assessmentSource = z
  .array(
    z.strictObject({
      id: z.enum(["q1", "q2", "q3", "q4", "q5"]),
      level: z.enum(DEGREES),
      prompt: z.string(),
      options: z.strictObject({ a: z.string(), b: z.string(), c: z.string(), d: z.string() }),
      answer: choice,
      why: z.string(),
    }),
  )
  .length(5);

export type AssessmentQuestion = { id: string; prompt: string; options: { id: OptionId; text: string }[] };

export type AssessmentOutcome = {
  level: Degree;
  takenAt: string;
  questions: (AssessmentQuestion & { chosen: OptionId; right: OptionId; why: string })[];
};

export type AssessmentState = { questions: AssessmentQuestion[]; last: AssessmentOutcome | null };
