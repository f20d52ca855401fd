import { z } from "zod";

export const studyParams = z.strictObject({ studyId: z.string().max(60) });
