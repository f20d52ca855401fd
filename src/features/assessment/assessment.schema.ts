import { z } from "zod";
import type { Degree } from "#app/lib/degrees.ts";

export const OPTION_IDS = ["a", "b", "c", "d"] as const;
export type OptionId = (typeof OPTION_IDS)[number];

const choice = z.enum(OPTION_IDS, { error: "Escolha uma alternativa" });

/** One answer for each of the five questions. */
export const assessmentInput = z.strictObject({
  answers: z.strictObject({ q1: choice, q2: choice, q3: choice, q4: choice, q5: choice }),
});
export type AssessmentInput = z.output<typeof assessmentInput>;

export type AssessmentQuestion = { id: string; prompt: string; options: { id: OptionId; text: string }[] };

export type AssessmentOutcome = {
  level: Degree;
  takenAt: string;
  questions: (AssessmentQuestion & { chosen: OptionId; right: OptionId; why: string })[];
};

export type AssessmentState = { questions: AssessmentQuestion[]; last: AssessmentOutcome | null };
