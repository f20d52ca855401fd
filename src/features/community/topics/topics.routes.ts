import { doc, input, routes } from "#app/server/http/routes.ts";
import { boardParams } from "../boards/boards.schema.ts";
import { postsInput } from "../posts/posts.schema.ts";
import { newTopic, topicPage, topicsPage } from "./topics.answers.ts";
import { newTopicInput, topicParams, topicsInput } from "./topics.schema.ts";
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
  );
