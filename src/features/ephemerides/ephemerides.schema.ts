import { z } from "zod";

export const monthQuery = z.strictObject({ month: z.coerce.number().int().min(1).max(12) });
/** What an address of the calendar ends with; what is none answers as one that is dead. */
export const feedQuery = z.strictObject({ token: z.string().max(200) });
