import { z } from "zod";

export const documentParams = z.strictObject({ documentId: z.string().max(60) });
export const documentQuestionParams = z.strictObject({ documentId: z.string().max(60), questionId: z.string().max(60) });
