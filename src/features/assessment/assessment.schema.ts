import { z } from "zod";

export const OPTION_IDS = ["a", "b", "c", "d"] as const;
export type OptionId = (typeof OPTION_IDS)[number];

const choice = z.enum(OPTION_IDS, { error: "Escolha uma alternativa" });

/** One answer for each of the five questions. */
export const assessmentInput = z.strictObject({
  answers: z.strictObject({ q1: choice, q2: choice, q3: choice, q4: choice, q5: choice }),
});
export type AssessmentInput = z.output<typeof assessmentInput>;
