import { z } from "zod";
import { openQuestion } from "#app/features/courses/courses.answers.ts";
import { DOCUMENT_KINDS, DOCUMENT_REGIONS } from "#app/lib/document-kinds.ts";
import { STUDY_SORTS } from "#app/lib/study-sorts.ts";
import { count, degree } from "#app/server/http/answers.ts";

const documentCard = z.strictObject({
  id: z.string(),
  /** By which readers refer to it: "Doc. 29". */
  number: count,
  title: z.string(),
  author: z.string(),
  /** Sorts it and places it on the timeline; negative before Christ. What is shown is `date`. */
  year: z.int(),
  date: z.string(),
  /** The year is a choice among several that scholars give. */
  disputed: z.boolean(),
  degree,
  kind: z.enum(DOCUMENT_KINDS),
  region: z.enum(DOCUMENT_REGIONS),
  subject: z.string(),
  /** Bears on the York Rite's own history and degrees. */
  york: z.boolean(),
  /** What the timeline calls it, where it is named there. */
  mark: z.string().nullable(),
});
export type DocumentCard = z.output<typeof documentCard>;

/** What the reader's degree may read, in the order of their years; of anything else nothing is said. */
export const documentList = z.strictObject({ documents: z.array(documentCard) });
export type DocumentList = z.output<typeof documentList>;

const neighbour = z.strictObject({ id: z.string(), title: z.string(), date: z.string() });

export const documentText = z.strictObject({
  ...documentCard.shape,
  /** Who wrote it, when, and why it matters. */
  intro: z.string(),
  place: z.string(),
  original: z.strictObject({ title: z.string(), lang: z.string() }),
  edition: z.string(),
  page: z.string(),
  /** Of the translation: what was repaired, what is paraphrased. */
  sources: z.string(),
  /** Where the whole of it can be read. */
  link: z.strictObject({ href: z.url(), label: z.string() }).nullable(),
  excerpts: z.array(z.strictObject({ label: z.string().nullable(), paragraphs: z.array(z.string()) })),
  /** Versions of one text, with their differences marked: their paragraphs correspond. */
  compared: z.boolean(),
  commentary: z.array(z.strictObject({ title: z.string(), html: z.string() })),
  questions: z.array(openQuestion),
  /** The lessons and studies that show it and that the reader's degree may read. */
  lessons: z.array(z.strictObject({ moduleId: count, number: count, title: z.string() })),
  studies: z.array(z.strictObject({ id: z.string(), sort: z.enum(STUDY_SORTS), order: count, title: z.string() })),
  previous: neighbour.nullable(),
  next: neighbour.nullable(),
});
export type DocumentText = z.output<typeof documentText>;
