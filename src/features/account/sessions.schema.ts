import { z } from "zod";

export const sessionParams = z.strictObject({ sessionId: z.uuid() });
