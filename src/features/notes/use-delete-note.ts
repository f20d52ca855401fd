import { toastFailure, toastUndo } from "#app/ui/toasts.tsx";
import { useCreateNote, useDeleteNote } from "./notes.queries.ts";

/** Deletes a note, with the way back while the toast is shown. */
export function useDeleteWithUndo(): (noteId: string) => void {
  const remove = useDeleteNote();
  const create = useCreateNote();
  return (noteId) =>
    remove.mutate(noteId, {
      onSuccess: ({ version: _version, createdAt: _created, updatedAt: _updated, ...note }) =>
        toastUndo("Anotação excluída", () =>
          create.mutate(note, { onError: (error) => toastFailure("Não foi possível desfazer", error) }),
        ),
      onError: (error) => toastFailure("Erro ao excluir a anotação", error),
    });
}
