import { z } from "zod";

export const plateParams = z.strictObject({ plate: z.string().regex(/^[IVXLC]{1,12}$/) });
