import { sendFile } from "#app/server/files/send-file.ts";
import { done, file } from "#app/server/http/answers.ts";
import { administrators, doc, input, routes } from "#app/server/http/routes.ts";
import { libraryCategories, libraryList, libraryRecord, libraryText, openReading, uploadedFile } from "./library.answers.ts";
import { itemInput, itemParams, newItemInput, previewInput, uploadParams } from "./library.schema.ts";
import { createItem, deleteItem, listCategories, listItems, previewText, readItem, updateItem } from "./library.service.ts";
import { readCover, readDocument, uploadFile } from "./library-files.ts";
import { readOpenReading } from "./open-reading.service.ts";

export const libraryRoutes = routes()
  .get("/library/items", doc("Biblioteca", "Todos os itens, do mais novo ao mais antigo", libraryList), async (c) =>
    c.json(await listItems(c.var.ctx)),
  )
  .get("/library/open", doc("Biblioteca", "O artigo aberto a visitantes", openReading), async (c) =>
    c.json(await readOpenReading(c.var.ctx)),
  )
  .get("/library/categories", doc("Biblioteca", "As categorias", libraryCategories), async (c) =>
    c.json(await listCategories(c.var.ctx)),
  )
  .get(
    "/library/items/:id",
    doc("Biblioteca", "A ficha de um item, com o texto", libraryRecord),
    input("param", itemParams),
    async (c) => c.json(await readItem(c.var.ctx, c.req.valid("param").id)),
  )
  .post(
    "/library/items",
    doc("Biblioteca", "Adicionar um item (administração)", libraryRecord),
    administrators,
    input("json", newItemInput),
    async (c) => c.json(await createItem(c.var.ctx, c.req.valid("json"))),
  )
  .put(
    "/library/items/:id",
    doc("Biblioteca", "Mudar um item (administração)", libraryRecord),
    administrators,
    input("param", itemParams),
    input("json", itemInput),
    async (c) => c.json(await updateItem(c.var.ctx, c.req.valid("param").id, c.req.valid("json"))),
  )
  .delete(
    "/library/items/:id",
    doc("Biblioteca", "Excluir um item (administração)", done),
    administrators,
    input("param", itemParams),
    async (c) => {
      await deleteItem(c.var.ctx, c.req.valid("param").id);
      return c.json({ ok: true });
    },
  )
  .post(
    "/library/preview",
    doc("Biblioteca", "Pré-visualizar um texto (administração)", libraryText),
    administrators,
    input("json", previewInput),
    async (c) => c.json(await previewText(c.var.ctx, c.req.valid("json"))),
  )
  .post(
    "/library/uploads/:kind",
    doc("Biblioteca", "Enviar capa ou arquivo, como corpo da requisição (administração)", uploadedFile),
    administrators,
    input("param", uploadParams),
    async (c) => c.json(await uploadFile(c.var.ctx, c.req.valid("param").kind, c.req.raw)),
  )
  .get("/library/covers/:id", doc("Biblioteca", "A capa de um item", file("image/webp")), input("param", itemParams), async (c) =>
    sendFile(c, await readCover(c.var.ctx, c.req.valid("param").id)),
  )
  .get(
    "/library/items/:id/document",
    doc("Biblioteca", "O arquivo de um livro", file("application/pdf", "application/epub+zip")),
    input("param", itemParams),
    async (c) => sendFile(c, await readDocument(c.var.ctx, c.req.valid("param").id)),
  );
