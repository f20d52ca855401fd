import { useEffect } from "react";
import { createOutbox, keptWithReason, useOutboxState } from "#app/lib/outbox.ts";
import { queryClient } from "#app/lib/query-client.ts";
import type { KnownNote } from "./note-drafts.ts";
import { notesChanged, sendChange, sendNote } from "./notes.queries.ts";
import type { NewNoteInput, NoteForm } from "./notes.schema.ts";

const options = {
  place: "browser",
  sent: () => void notesChanged(queryClient),
  refused: keptWithReason("Não foi possível guardar a anotação."),
} as const;

const passageOf = (quote: string | null) =>
  quote ? ` em “${quote.length > 40 ? `${quote.slice(0, 40).trimEnd()}…` : quote}”` : "";

/** New notes that were written without a connection. */
const written = createOutbox<NewNoteInput, unknown>({
  ...options,
  name: "anotar:",
  send: sendNote,
  titleOf: ({ quote }) => `Anotação${passageOf(quote)}`,
});

/** Notes that were changed without a connection. */
const changed = createOutbox<KnownNote, unknown>({
  ...options,
  name: "mudar-anotacao:",
  send: ({ id, version, colour, body }) => sendChange({ noteId: id, version, colour, body }),
  titleOf: ({ quote }) => `Mudança na anotação${passageOf(quote)}`,
});

/**
 * Keeps a note, or what becomes of one, until it has gone out. The server writes it once, however often it arrives.
 * @returns whether the browser could keep it
 */
export const sendNoteLater = (note: NewNoteInput | KnownNote): boolean =>
  "version" in note ? changed.sendLater(note.id, note) : written.sendLater(note.id, note);

/** The words that a note is to have and the server has not yet. */
export const waitingWords = (id: string): NoteForm | undefined =>
  changed.read().find(({ key, refusal }) => key === id && refusal === undefined)?.message;

export type WaitingNote = { note: NewNoteInput | KnownNote; refusal: string | undefined; drop: () => void };

/** The notes on their way, of all texts; with the reason where the server refused one. */
export function useWaitingNotes(): WaitingNote[] {
  useEffect(() => {
    void written.start();
  }, []);
  return [
    ...useOutboxState(written).waiting.map(({ message, refusal }) => ({
      note: message,
      refusal,
      drop: () => written.takeBack(message.id),
    })),
    ...useOutboxState(changed).waiting.map(({ message, refusal }) => ({
      note: message,
      refusal,
      drop: () => changed.takeBack(message.id),
    })),
  ];
}
