import { z } from "zod";
import { share } from "#app/lib/share.ts";

export const studyParams = z.strictObject({ studyId: z.string().max(60) });
export const studyQuestionParams = z.strictObject({ studyId: z.string().max(60), questionId: z.string().max(60) });

/** Where the member is in the text. */
export const positionInput = z.strictObject({ position: share });
export type PositionInput = z.output<typeof positionInput>;
