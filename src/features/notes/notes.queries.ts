import { type QueryClient, queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, call } from "#app/lib/api.ts";
import { useMutation } from "#app/lib/use-mutation.ts";
import type { Note, NoteList, NotesOfText } from "./notes.answers.ts";
import type { NewNoteInput, NoteInput, TextRef } from "./notes.schema.ts";

const listQuery = queryOptions({
  queryKey: ["notes", "list"],
  queryFn: (): Promise<NoteList> => call(api.notes.$get()),
});

const textQuery = ({ kind, textId }: TextRef) =>
  queryOptions({
    queryKey: ["notes", kind, textId],
    queryFn: (): Promise<NotesOfText> => call(api.notes[":kind"][":textId"].$get({ param: { kind, textId } })),
  });

export const useNoteList = () => useQuery(listQuery);
export const useNotesOfText = (ref: TextRef) => useQuery(textQuery(ref));

export const notesChanged = (client: QueryClient) => client.invalidateQueries({ queryKey: ["notes"] });

/** Sends a new note; the server writes it once, however often it arrives. */
export const sendNote = (json: NewNoteInput): Promise<Note> => call(api.notes.$post({ json }));

/** Sends what a note is to be; what the server has already it does not refuse. */
export const sendChange = ({ noteId, ...json }: NoteInput & { noteId: string }): Promise<Note> =>
  call(api.notes[":noteId"].$put({ param: { noteId }, json }));

export function useCreateNote() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: sendNote,
    onSuccess: () => notesChanged(client),
  });
}

export function useUpdateNote() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: sendChange,
    onSettled: () => notesChanged(client), // a refusal too means that what is shown is old
  });
}

export function useDeleteNote() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (noteId: string): Promise<Note> => call(api.notes[":noteId"].$delete({ param: { noteId } })),
    onSettled: () => notesChanged(client),
  });
}

/** Reads what the server has of a note now; nothing when it was deleted. */
export function useFreshNote() {
  const client = useQueryClient();
  return async (noteId: string) => {
    const { texts } = await client.fetchQuery({ ...listQuery, staleTime: 0 });
    return texts.flatMap((text) => text.notes).find(({ id }) => id === noteId);
  };
}
