import { z } from "zod";
import { openQuestion } from "#app/features/courses/courses.answers.ts";
import { count, degree } from "#app/server/http/answers.ts";

const studyCard = z.strictObject({
  id: z.string(),
  /** Place among the studies, from 1. */
  order: count,
  title: z.string(),
  standfirst: z.string(),
  degree,
  /** The degree of the York Rite it is about; null for a study of the rite's history. */
  york: count.nullable(),
  minutes: count,
  /** Whether the reader's degree is too low for it. */
  locked: z.boolean(),
});
export type StudyCard = z.output<typeof studyCard>;

export const studyList = z.strictObject({ studies: z.array(studyCard) });
export type StudyList = z.output<typeof studyList>;

const studyLink = z.strictObject({ id: z.string(), title: z.string() });

export const studyText = z.strictObject({
  ...studyCard.shape,
  count,
  html: z.string(),
  headings: z.array(z.strictObject({ id: z.string(), title: z.string() })),
  terms: z.array(z.strictObject({ slug: z.string(), term: z.string(), grade: z.string(), definition: z.string() })),
  questions: z.array(openQuestion),
  /** Where the member stopped reading, 0 to 1. */
  position: z.number().min(0).max(1),
  /** The neighbours that the reader may open. */
  previous: studyLink.nullable(),
  next: studyLink.nullable(),
});
export type StudyText = z.output<typeof studyText>;
