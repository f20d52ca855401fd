import { z } from "zod";

/** The steps that the member says they took; the lesson is known from the course. */
export const WEEK_STEPS = ["document", "question", "piece"] as const;
export type WeekStep = (typeof WEEK_STEPS)[number];

export const stepParams = z.strictObject({ step: z.enum(WEEK_STEPS) });
/** `monday` is that of the week on the screen, which may have ended meanwhile. */
export const stepInput = z.strictObject({ monday: z.iso.date(), done: z.boolean() });
export type StepInput = z.output<typeof stepInput>;
