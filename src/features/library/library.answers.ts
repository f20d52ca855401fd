import { z } from "zod";
import { count, degree, moment } from "#app/server/http/answers.ts";
import { ITEM_TYPES } from "./library.schema.ts";

/** One card of the list. */
const libraryCard = z.strictObject({
  id: z.uuid(),
  type: z.enum(ITEM_TYPES),
  title: z.string(),
  /** Further titles by which it is looked for, as one line. */
  otherTitles: z.string().nullable(),
  author: z.string(),
  year: z.string().nullable(),
  category: z.string(),
  description: z.string(),
  /** For members of this degree and above; null for all. */
  degree: degree.nullable(),
  coverImageUrl: z.string().nullable(),
  /** Its text or its file is here, not only its record. */
  readHere: z.boolean(),
  /** How long its text takes to read; null where there is none. */
  minutes: count.nullable(),
  createdAt: moment,
});
export type LibraryCard = z.output<typeof libraryCard>;

export const libraryList = z.strictObject({
  items: z.array(libraryCard),
  /** The categories of these items, in their order. */
  categories: z.array(z.string()),
  can: z.strictObject({ add: z.boolean() }),
});
export type LibraryList = z.output<typeof libraryList>;

const libraryTerm = z.strictObject({ slug: z.string(), term: z.string(), grade: z.string(), definition: z.string() });

/** A text that is read in the site. */
export const libraryText = z.strictObject({
  html: z.string(),
  headings: z.array(z.strictObject({ id: z.string(), title: z.string() })),
  terms: z.array(libraryTerm),
  minutes: count,
});
export type LibraryText = z.output<typeof libraryText>;

/** The article that visitors read, too. */
export const openReading = libraryText.extend({ title: z.string(), description: z.string(), author: z.string() });
export type OpenReading = z.output<typeof openReading>;

const libraryDocument = z.strictObject({ format: z.enum(["PDF", "EPUB"]), size: count, url: z.string() });

export const libraryRecord = z.strictObject({
  ...libraryCard.shape,
  language: z.string().nullable(),
  about: z.string().nullable(),
  publicDomain: z.boolean(),
  link: z.string().nullable(),
  whereToFind: z.string().nullable(),
  text: libraryText.nullable(),
  document: libraryDocument.nullable(),
  version: count,
  can: z.strictObject({ edit: z.boolean(), delete: z.boolean() }),
  /** The text as it was written; only for who may edit it. */
  source: z.string().nullable(),
});
export type LibraryRecord = z.output<typeof libraryRecord>;

const libraryCategory = z.strictObject({ name: z.string(), items: count });
export type LibraryCategory = z.output<typeof libraryCategory>;

export const libraryCategories = z.strictObject({ categories: z.array(libraryCategory) });
export type LibraryCategories = z.output<typeof libraryCategories>;

export const uploadedFile = z.strictObject({ id: z.uuid(), mediaType: z.string(), size: count });
export type UploadedFile = z.output<typeof uploadedFile>;
