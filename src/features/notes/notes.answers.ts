import { z } from "zod";
import { count, moment } from "#app/server/http/answers.ts";
import { NOTE_COLOURS } from "./colours.ts";
import { TEXT_KINDS } from "./notes.schema.ts";

/** A note with its anchor (anchor.ts), for the page of its text. */
export const note = z.strictObject({
  id: z.uuid(),
  kind: z.enum(TEXT_KINDS),
  textId: z.string(),
  colour: z.enum(NOTE_COLOURS),
  body: z.string(),
  quote: z.string(),
  prefix: z.string(),
  suffix: z.string(),
  position: count,
  version: count,
  createdAt: moment,
  updatedAt: moment,
});
export type Note = z.output<typeof note>;

export const notesOfText = z.strictObject({ notes: z.array(note) });
export type NotesOfText = z.output<typeof notesOfText>;

const listedNote = z.strictObject({
  id: z.uuid(),
  colour: z.enum(NOTE_COLOURS),
  body: z.string(),
  /** Null where the text is not open to the member: its words are shown to nobody else. */
  quote: z.string().nullable(),
  /** Whether the passage is in the text as it is now, in a paragraph that was revised, or no more; or the text is not open to the member. */
  passage: z.enum(["found", "revised", "gone", "closed"]),
  version: count,
  createdAt: moment,
  updatedAt: moment,
});
export type ListedNote = z.output<typeof listedNote>;

const notedText = z.strictObject({
  kind: z.enum(TEXT_KINDS),
  textId: z.string(),
  /** Null where not even the title is shown. */
  title: z.string().nullable(),
  /** Where it is read; null where it is not open, or is no more. */
  path: z.string().nullable(),
  /** The module, or the part of the academy, that it belongs to. */
  shelf: z.string(),
  /** In the order of their passages. */
  notes: z.array(listedNote),
});
export type NotedText = z.output<typeof notedText>;

/** All of the member's notes, in the order of the course. They are searched on the page, so they come all at once; their number is limited. */
export const noteList = z.strictObject({ texts: z.array(notedText) });
export type NoteList = z.output<typeof noteList>;
