import { z } from "zod";

export const studyParams = z.strictObject({ studyId: z.string().max(60) });
export const studyQuestionParams = z.strictObject({ studyId: z.string().max(60), questionId: z.string().max(60) });

/** Where the member is in the text. */
export const positionInput = z.strictObject({ position: z.number().min(0).max(1) });
export type PositionInput = z.output<typeof positionInput>;
