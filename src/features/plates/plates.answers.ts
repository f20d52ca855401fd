import { z } from "zod";
import { PLATE_SUBJECTS } from "#app/lib/plate-subjects.ts";
import { count, degree } from "#app/server/http/answers.ts";

const plateCard = z.strictObject({
  /** By which readers refer to it: "Pr. VII". */
  plate: z.string(),
  caption: z.string(),
  subject: z.enum(PLATE_SUBJECTS),
  /** Of the lowest text that shows it. */
  degree,
  /** The texts that show it and that the reader may open. */
  texts: z.array(z.strictObject({ title: z.string(), path: z.string(), shelf: z.string() })).min(1),
});
export type PlateCard = z.output<typeof plateCard>;

export const plateList = z.strictObject({
  plates: z.array(plateCard),
  /** How many more the reader's degree has, in modules that are not open yet. */
  later: count,
});
export type PlateList = z.output<typeof plateList>;

export const plateDrawing = z.strictObject({
  svg: z.string(),
  /** All that the drawing shows, in words. */
  description: z.string(),
  /** What its text cites beside it: sanitised HTML. */
  sources: z.array(z.string()),
});
export type PlateDrawing = z.output<typeof plateDrawing>;
