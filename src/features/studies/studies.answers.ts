import { z } from "zod";
import { openQuestion } from "#app/features/courses/courses.answers.ts";
import { STUDY_SORTS } from "#app/lib/study-sorts.ts";
import { count, degree } from "#app/server/http/answers.ts";

const studyCard = z.strictObject({
  id: z.string(),
  sort: z.enum(STUDY_SORTS),
  /** Place among those of its sort, from 1. */
  order: count,
  title: z.string(),
  standfirst: z.string(),
  degree,
  /** The degree of the York Rite it is about; null for a study of the rite's history. */
  york: count.nullable(),
  /** Of study; of a piece, those that it takes to say. */
  minutes: count,
  /** Of a life: birth and death. */
  years: z.string().nullable(),
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
  /** Of a piece: at which minute each part ends, and where it comes from. */
  piece: z
    .strictObject({
      ends: z.array(count),
      lesson: z.strictObject({ title: z.string(), path: z.string() }).nullable(),
      document: z.strictObject({ title: z.string(), path: z.string() }).nullable(),
    })
    .nullable(),
  /** Of a piece: the days on which the member's Lodge heard it, the last first. */
  readings: z.array(z.string()),
  /** Of a life: its years and places. */
  steps: z.array(z.strictObject({ year: z.string(), place: z.string(), what: z.string() })),
  /** The neighbours that the reader may open. */
  previous: studyLink.nullable(),
  next: studyLink.nullable(),
});
export type StudyText = z.output<typeof studyText>;
