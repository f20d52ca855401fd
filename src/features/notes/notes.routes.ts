import { doc, input, routes } from "#app/server/http/routes.ts";
import { note, noteList, notesOfText } from "./notes.answers.ts";
import { newNoteInput, noteInput, noteParams, textParams } from "./notes.schema.ts";
import { createNote, deleteNote, listNotes, listNotesOfText, updateNote } from "./notes.service.ts";

export const notesRoutes = routes()
  .get("/notes", doc("Anotações", "As próprias anotações", noteList), async (c) => c.json(await listNotes(c.var.ctx)))
  .get("/notes/:kind/:textId", doc("Anotações", "As anotações de um texto", notesOfText), input("param", textParams), async (c) =>
    c.json(await listNotesOfText(c.var.ctx, c.req.valid("param"))),
  )
  .post("/notes", doc("Anotações", "Anotar um trecho", note), input("json", newNoteInput), async (c) =>
    c.json(await createNote(c.var.ctx, c.req.valid("json"))),
  )
  .put(
    "/notes/:noteId",
    doc("Anotações", "Mudar uma anotação", note),
    input("param", noteParams),
    input("json", noteInput),
    async (c) => c.json(await updateNote(c.var.ctx, c.req.valid("param").noteId, c.req.valid("json"))),
  )
  .delete("/notes/:noteId", doc("Anotações", "Excluir uma anotação", note), input("param", noteParams), async (c) =>
    c.json(await deleteNote(c.var.ctx, c.req.valid("param").noteId)),
  );
