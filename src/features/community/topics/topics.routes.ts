import { done } from "#app/server/http/answers.ts";
import { doc, input, routes } from "#app/server/http/routes.ts";
import { boardParams } from "../boards/boards.schema.ts";
import { postsInput } from "../posts/posts.schema.ts";
import { followBoard, followTopic, markAnswer, markRead, visitBoard } from "./following.service.ts";
import { readTalk } from "./texts.service.ts";
import { newTopic, readMark, textTalk, topicPage, topicsPage } from "./topics.answers.ts";
import { answerInput, followInput, newTopicInput, readInput, textParams, topicParams, topicsInput } from "./topics.schema.ts";
import { listTopics, openNewTopic, readTopic } from "./topics.service.ts";

export const topicsRoutes = routes()
  .get(
    "/community/boards/:boardId/topics",
    doc("Comunidade", "Os assuntos de uma sala", topicsPage),
    input("param", boardParams),
    input("query", topicsInput),
    async (c) => c.json(await listTopics(c.var.ctx, c.req.valid("param").boardId, c.req.valid("query"))),
  )
  .post(
    "/community/boards/:boardId/topics",
    doc("Comunidade", "Abrir um assunto", newTopic),
    input("param", boardParams),
    input("json", newTopicInput),
    async (c) => c.json(await openNewTopic(c.var.ctx, c.req.valid("param").boardId, c.req.valid("json"))),
  )
  .get(
    "/community/topics/:topicId",
    doc("Comunidade", "Um assunto, com vinte das suas mensagens", topicPage),
    input("param", topicParams),
    input("query", postsInput),
    async (c) => c.json(await readTopic(c.var.ctx, c.req.valid("param").topicId, c.req.valid("query"))),
  )
  .put(
    "/community/topics/:topicId/answer",
    doc("Comunidade", "Marcar a resposta de um assunto, ou nenhuma", done),
    input("param", topicParams),
    input("json", answerInput),
    async (c) => c.json(await markAnswer(c.var.ctx, c.req.valid("param").topicId, c.req.valid("json").number)),
  )
  .put(
    "/community/topics/:topicId/follow",
    doc("Comunidade", "Acompanhar um assunto, ou deixar de acompanhar", done),
    input("param", topicParams),
    input("json", followInput),
    async (c) => c.json(await followTopic(c.var.ctx, c.req.valid("param").topicId, c.req.valid("json").following)),
  )
  .put(
    "/community/topics/:topicId/read",
    doc("Comunidade", "Marcar como lido até uma mensagem", readMark),
    input("param", topicParams),
    input("json", readInput),
    async (c) => c.json(await markRead(c.var.ctx, c.req.valid("param").topicId, c.req.valid("json").upTo)),
  )
  .put(
    "/community/boards/:boardId/follow",
    doc("Comunidade", "Acompanhar uma sala, ou deixar de acompanhar", done),
    input("param", boardParams),
    input("json", followInput),
    async (c) => c.json(await followBoard(c.var.ctx, c.req.valid("param").boardId, c.req.valid("json").following)),
  )
  .put(
    "/community/boards/:boardId/visit",
    doc("Comunidade", "Registrar a visita a uma sala", done),
    input("param", boardParams),
    async (c) => c.json(await visitBoard(c.var.ctx, c.req.valid("param").boardId)),
  )
  .get(
    "/community/texts/:kind/:textId",
    doc("Comunidade", "Onde se conversa sobre uma lição ou um estudo", textTalk),
    input("param", textParams),
    async (c) => c.json(await readTalk(c.var.ctx, c.req.valid("param"))),
  );
