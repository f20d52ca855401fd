import { sendFile } from "#app/server/files/send-file.ts";
import { done, file } from "#app/server/http/answers.ts";
import { doc, input, routes } from "#app/server/http/routes.ts";
import { topicParams } from "../topics/topics.schema.ts";
import { findMembers, previewPost } from "./composing.service.ts";
import { discardDraft, keepDraft, readDraft } from "./drafts.service.ts";
import { deletePost, editPost, listVersions } from "./edits.service.ts";
import { uploadImage } from "./image-files.ts";
import { readImage } from "./images.service.ts";
import { draft, draftAnswer, image, memberNames, post, postVersions, preview, reactions } from "./posts.answers.ts";
import {
  deletePostInput,
  draftInput,
  draftParams,
  editPostInput,
  imageInput,
  imageParams,
  mentionsInput,
  newPostInput,
  postParams,
  previewInput,
  reactionParams,
} from "./posts.schema.ts";
import { react } from "./reactions.service.ts";
import { writeReply } from "./replies.service.ts";

export const postsRoutes = routes()
  .post(
    "/community/topics/:topicId/posts",
    doc("Comunidade", "Responder em um assunto", post),
    input("param", topicParams),
    input("json", newPostInput),
    async (c) => c.json(await writeReply(c.var.ctx, c.req.valid("param").topicId, c.req.valid("json"))),
  )
  .put(
    "/community/posts/:postId",
    doc("Comunidade", "Mudar uma mensagem própria", post),
    input("param", postParams),
    input("json", editPostInput),
    async (c) => c.json(await editPost(c.var.ctx, c.req.valid("param").postId, c.req.valid("json"))),
  )
  .delete(
    "/community/posts/:postId",
    doc("Comunidade", "Excluir as palavras de uma mensagem própria", post),
    input("param", postParams),
    input("json", deletePostInput),
    async (c) => c.json(await deletePost(c.var.ctx, c.req.valid("param").postId, c.req.valid("json").version)),
  )
  .get(
    "/community/posts/:postId/versions",
    doc("Comunidade", "O que uma mensagem diz e disse", postVersions),
    input("param", postParams),
    async (c) => c.json(await listVersions(c.var.ctx, c.req.valid("param").postId)),
  )
  .put(
    "/community/posts/:postId/reactions/:kind",
    doc("Comunidade", "Reagir a uma mensagem", reactions),
    input("param", reactionParams),
    async (c) => c.json(await react(c.var.ctx, c.req.valid("param"), true)),
  )
  .delete(
    "/community/posts/:postId/reactions/:kind",
    doc("Comunidade", "Retirar uma reação", reactions),
    input("param", reactionParams),
    async (c) => c.json(await react(c.var.ctx, c.req.valid("param"), false)),
  )
  .get(
    "/community/drafts/:place",
    doc("Comunidade", "O rascunho de um lugar", draftAnswer),
    input("param", draftParams),
    async (c) => c.json(await readDraft(c.var.ctx, c.req.valid("param").place)),
  )
  .put(
    "/community/drafts/:place",
    doc("Comunidade", "Guardar um rascunho", draft),
    input("param", draftParams),
    input("json", draftInput),
    async (c) => c.json(await keepDraft(c.var.ctx, c.req.valid("param").place, c.req.valid("json"))),
  )
  .delete("/community/drafts/:place", doc("Comunidade", "Descartar um rascunho", done), input("param", draftParams), async (c) =>
    c.json(await discardDraft(c.var.ctx, c.req.valid("param").place)),
  )
  .post("/community/preview", doc("Comunidade", "Pré-visualizar uma mensagem", preview), input("json", previewInput), async (c) =>
    c.json(await previewPost(c.var.ctx, c.req.valid("json"))),
  )
  .get(
    "/community/mentions",
    doc("Comunidade", "Membros que se podem citar em uma sala", memberNames),
    input("query", mentionsInput),
    async (c) => c.json(await findMembers(c.var.ctx, c.req.valid("query"))),
  )
  .post(
    "/community/images",
    doc("Comunidade", "Enviar uma imagem, como corpo da requisição", image),
    input("query", imageInput),
    async (c) => c.json(await uploadImage(c.var.ctx, c.req.valid("query").board, c.req.raw)),
  )
  .get(
    "/community/images/:imageId",
    doc("Comunidade", "Uma imagem", file("image/webp")),
    input("param", imageParams),
    async (c) => sendFile(c, await readImage(c.var.ctx, c.req.valid("param").imageId)),
  );
