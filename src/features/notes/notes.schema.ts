import { z } from "zod";
import { CONTEXT } from "./anchor.policy.ts";
import { NOTE_COLOURS } from "./colours.ts";

/** What can be annotated. */
export const TEXT_KINDS = ["lesson", "study", "document", "article"] as const;
export type TextKind = (typeof TEXT_KINDS)[number];

const NOTE_LENGTH = 10_000;
export const NOTE_TOO_LONG = "A anotação pode ter até 10.000 caracteres. Encurte-a, ou divida-a em duas.";
const QUOTE_LENGTH = 5_000;

const textId = z.string().min(1).max(100);
const body = z.string({ error: "Escreva a anotação" }).max(NOTE_LENGTH, NOTE_TOO_LONG);

export const textParams = z.strictObject({ kind: z.enum(TEXT_KINDS), textId });
export type TextRef = z.output<typeof textParams>;
export const noteParams = z.strictObject({ noteId: z.uuid() });

/** The words of a note; without any it only marks the passage. */
export const noteForm = z.strictObject({ colour: z.enum(NOTE_COLOURS), body });
export type NoteForm = z.output<typeof noteForm>;

export const newNoteInput = z.strictObject({
  /** Made by the browser: sending again after a lost answer does not write it twice, and a deletion is undone under the same name. */
  id: z.uuid(),
  kind: z.enum(TEXT_KINDS),
  textId,
  quote: z.string().trim().min(1, "Escolha um trecho do texto").max(QUOTE_LENGTH, "O trecho é longo demais. Escolha um menor."),
  prefix: z.string().max(CONTEXT),
  suffix: z.string().max(CONTEXT),
  position: z.int().min(0).max(10_000),
  ...noteForm.shape,
});
export type NewNoteInput = z.output<typeof newNoteInput>;

/** `version` is the one that was edited: another tab may have changed the note meanwhile. */
export const noteInput = noteForm.extend({ version: z.int().min(1) });
export type NoteInput = z.output<typeof noteInput>;
