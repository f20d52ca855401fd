import { z } from "zod";

export const entryQuery = z.strictObject({ slug: z.string().regex(/^[a-z0-9-]{1,60}$/) });
