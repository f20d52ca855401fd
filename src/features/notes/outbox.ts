import { useEffect } from "react";
import { createOutbox, keptWithReason, useOutboxState } from "#app/lib/outbox.ts";
import { queryClient } from "#app/lib/query-client.ts";
import { notesChanged, sendNote } from "./notes.queries.ts";
import type { NewNoteInput } from "./notes.schema.ts";

/** New notes that were written without a connection. */
const outbox = createOutbox<NewNoteInput, unknown>({
  name: "anotar:",
  place: "browser",
  send: sendNote,
  sent: () => void notesChanged(queryClient),
  refused: keptWithReason("Não foi possível guardar a anotação."),
  titleOf: ({ quote }) => `Anotação em “${quote.length > 40 ? `${quote.slice(0, 40).trimEnd()}…` : quote}”`,
});

/**
 * Keeps a new note until it has gone out. The server writes it once, however often it arrives.
 * @returns whether the browser could keep it
 */
export const sendNoteLater = (note: NewNoteInput): boolean => outbox.sendLater(note.id, note);

export const dropNote = (id: string): void => outbox.takeBack(id);

/** The notes on their way, of all texts; with the reason where the server refused one. */
export function useWaitingNotes(): { note: NewNoteInput; refusal: string | undefined }[] {
  useEffect(() => {
    void outbox.start();
  }, []);
  return useOutboxState(outbox).waiting.map(({ message, refusal }) => ({ note: message, refusal }));
}
