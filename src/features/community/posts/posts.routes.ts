import { doc, input, routes } from "#app/server/http/routes.ts";
import { topicParams } from "../topics/topics.schema.ts";
import { post } from "./posts.answers.ts";
import { newPostInput } from "./posts.schema.ts";
import { writeReply } from "./posts.service.ts";

export const postsRoutes = routes().post(
  "/community/topics/:topicId/posts",
  doc("Comunidade", "Responder em um assunto", post),
  input("param", topicParams),
  input("json", newPostInput),
  async (c) => c.json(await writeReply(c.var.ctx, c.req.valid("param").topicId, c.req.valid("json"))),
);
