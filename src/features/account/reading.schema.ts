import { z } from "zod";
import { READING } from "#app/lib/reading.ts";

/** How texts are to be shown (src/lib/reading.ts). */
export const readingInput = z.strictObject({
  theme: z.enum(READING.theme),
  size: z.enum(READING.size),
  leading: z.enum(READING.leading),
  face: z.enum(READING.face),
  margins: z.enum(READING.margins),
});
