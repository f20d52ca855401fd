import { draftOf, forgetDraft } from "#app/lib/drafts.ts";
import type { Anchor } from "./anchor.policy.ts";
import type { NoteColour } from "./colours.ts";
import type { TextRef } from "./notes.schema.ts";

/** A note that is being begun, as it waits for its words. */
export type NewNote = TextRef & Anchor & { id: string };
/** A note that is being changed. */
export type KnownNote = TextRef & { id: string; version: number; colour: NoteColour; body: string; quote: string | null };

/** Under which its words are kept while they are typed. */
export const draftName = (note: NewNote | KnownNote) => `anotacao ${"version" in note ? note.id : `${note.kind} ${note.textId}`}`;
/** Under which the passage is kept to which they belong. */
export const passageName = ({ kind, textId }: TextRef) => `trecho ${kind} ${textId}`;

/** The note of this text that was begun and not sent, if there is one. */
export function unsentNote(ref: TextRef): NewNote | undefined {
  const note = draftOf<NewNote>(passageName(ref));
  return note && draftOf<{ body: string }>(draftName(note))?.body ? note : undefined;
}

export function forgetUnsent(note: NewNote): void {
  forgetDraft(draftName(note));
  forgetDraft(passageName(note));
}
