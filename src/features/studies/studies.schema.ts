import { z } from "zod";
import { share } from "#app/lib/share.ts";
import { STUDY_SORTS } from "#app/lib/study-sorts.ts";

export const studyParams = z.strictObject({ studyId: z.string().max(60) });
export const studyQuestionParams = z.strictObject({ studyId: z.string().max(60), questionId: z.string().max(60) });

/** Where the member is in the text. */
export const positionInput = z.strictObject({ position: share });
export type PositionInput = z.output<typeof positionInput>;

export const studyListQuery = z.strictObject({ sort: z.enum(STUDY_SORTS).default("study") });

/** A day in Brasília, "2026-11-28". */
const day = z.iso.date("Escolha o dia da reunião");
export const readingInput = z.strictObject({ readOn: day });
export type ReadingInput = z.output<typeof readingInput>;
export const readingParams = z.strictObject({ studyId: z.string().max(60), readOn: day });
