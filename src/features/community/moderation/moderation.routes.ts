import { done } from "#app/server/http/answers.ts";
import { freshProof } from "#app/server/http/fresh-proof.ts";
import { administrators, doc, input, routes } from "#app/server/http/routes.ts";
import { boardParams } from "../boards/boards.schema.ts";
import { postParams } from "../posts/posts.schema.ts";
import { topicParams } from "../topics/topics.schema.ts";
import { changeBoard, createBoard, listModerators, nameModerators } from "./boards-administration.service.ts";
import { hidePost, readWords, showPost, writeToAuthor } from "./decisions.service.ts";
import {
  boardModerators,
  moderationQueue,
  moderatorCandidates,
  moderatorsWords,
  splitTopic as splitAnswer,
  topicHiding,
} from "./moderation.answers.ts";
import {
  boardInput,
  candidatesInput,
  hideInput,
  moderatorsInput,
  moveInput,
  newBoardInput,
  queueInput,
  reasonInput,
  reportInput,
  showInput,
  splitInput,
  titleInput,
  wordInput,
} from "./moderation.schema.ts";
import { searchModeratorCandidates } from "./moderator-candidates.service.ts";
import { readQueue } from "./queue.service.ts";
import { reportPost } from "./reports.service.ts";
import {
  hideTopic,
  moveTopic,
  readHiding,
  retitleTopic,
  showTopic,
  splitTopic,
  switchTopic,
} from "./topic-moderation.service.ts";

export const moderationRoutes = routes()
  .post(
    "/community/posts/:postId/reports",
    doc("Comunidade", "Pedir que a moderação olhe uma mensagem", done),
    input("param", postParams),
    input("json", reportInput),
    async (c) => {
      await reportPost(c.var.ctx, c.req.valid("param").postId, c.req.valid("json"));
      return c.json({ ok: true });
    },
  )
  .get(
    "/community/moderation",
    doc("Comunidade", "O que espera pela moderação", moderationQueue),
    input("query", queueInput),
    async (c) => c.json(await readQueue(c.var.ctx, c.req.valid("query"))),
  )
  .post(
    "/community/posts/:postId/hide",
    doc("Comunidade", "Ocultar uma mensagem (moderação)", done),
    input("param", postParams),
    input("json", hideInput),
    async (c) => {
      await hidePost(c.var.ctx, c.req.valid("param").postId, c.req.valid("json"));
      return c.json({ ok: true });
    },
  )
  .post(
    "/community/posts/:postId/show",
    doc("Comunidade", "Publicar ou manter uma mensagem (moderação)", done),
    input("param", postParams),
    input("json", showInput),
    async (c) => {
      await showPost(c.var.ctx, c.req.valid("param").postId, c.req.valid("json"));
      return c.json({ ok: true });
    },
  )
  .post(
    "/community/posts/:postId/word",
    doc("Comunidade", "Escrever ao autor de uma mensagem (moderação)", done),
    input("param", postParams),
    input("json", wordInput),
    async (c) => {
      await writeToAuthor(c.var.ctx, c.req.valid("param").postId, c.req.valid("json"));
      return c.json({ ok: true });
    },
  )
  .get(
    "/community/posts/:postId/words",
    doc("Comunidade", "O que a moderação escreveu ao autor de uma mensagem", moderatorsWords),
    input("param", postParams),
    async (c) => c.json(await readWords(c.var.ctx, c.req.valid("param").postId)),
  )
  .post(
    "/community/topics/:topicId/lock",
    doc("Comunidade", "Fechar um assunto (moderação)", done),
    input("param", topicParams),
    async (c) => {
      await switchTopic(c.var.ctx, c.req.valid("param").topicId, "lock");
      return c.json({ ok: true });
    },
  )
  .post(
    "/community/topics/:topicId/unlock",
    doc("Comunidade", "Reabrir um assunto (moderação)", done),
    input("param", topicParams),
    async (c) => {
      await switchTopic(c.var.ctx, c.req.valid("param").topicId, "unlock");
      return c.json({ ok: true });
    },
  )
  .post(
    "/community/topics/:topicId/pin",
    doc("Comunidade", "Fixar um assunto no alto (moderação)", done),
    input("param", topicParams),
    async (c) => {
      await switchTopic(c.var.ctx, c.req.valid("param").topicId, "pin");
      return c.json({ ok: true });
    },
  )
  .post(
    "/community/topics/:topicId/unpin",
    doc("Comunidade", "Soltar um assunto (moderação)", done),
    input("param", topicParams),
    async (c) => {
      await switchTopic(c.var.ctx, c.req.valid("param").topicId, "unpin");
      return c.json({ ok: true });
    },
  )
  .post(
    "/community/topics/:topicId/hide",
    doc("Comunidade", "Ocultar um assunto (moderação)", done),
    input("param", topicParams),
    input("json", reasonInput),
    async (c) => {
      await hideTopic(c.var.ctx, c.req.valid("param").topicId, c.req.valid("json"));
      return c.json({ ok: true });
    },
  )
  .get(
    "/community/topics/:topicId/hiding",
    doc("Comunidade", "Por que um assunto foi ocultado, para quem o abriu", topicHiding),
    input("param", topicParams),
    async (c) => c.json(await readHiding(c.var.ctx, c.req.valid("param").topicId)),
  )
  .post(
    "/community/topics/:topicId/show",
    doc("Comunidade", "Mostrar um assunto (moderação)", done),
    input("param", topicParams),
    async (c) => {
      await showTopic(c.var.ctx, c.req.valid("param").topicId);
      return c.json({ ok: true });
    },
  )
  .put(
    "/community/topics/:topicId/title",
    doc("Comunidade", "Mudar o título de um assunto (moderação)", done),
    input("param", topicParams),
    input("json", titleInput),
    async (c) => {
      await retitleTopic(c.var.ctx, c.req.valid("param").topicId, c.req.valid("json"));
      return c.json({ ok: true });
    },
  )
  .post(
    "/community/topics/:topicId/move",
    doc("Comunidade", "Mover um assunto para outra sala (moderação)", done),
    input("param", topicParams),
    input("json", moveInput),
    async (c) => {
      await moveTopic(c.var.ctx, c.req.valid("param").topicId, c.req.valid("json"));
      return c.json({ ok: true });
    },
  )
  .post(
    "/community/topics/:topicId/split",
    doc("Comunidade", "Separar mensagens em outro assunto (moderação)", splitAnswer),
    input("param", topicParams),
    input("json", splitInput),
    async (c) => c.json({ topicId: await splitTopic(c.var.ctx, c.req.valid("param").topicId, c.req.valid("json")) }),
  )
  .post(
    "/community/boards",
    doc("Comunidade", "Abrir uma sala (administração)", done),
    administrators,
    input("json", newBoardInput),
    async (c) => {
      await createBoard(c.var.ctx, c.req.valid("json"));
      return c.json({ ok: true });
    },
  )
  .put(
    "/community/boards/:boardId",
    doc("Comunidade", "Mudar uma sala (administração)", done),
    administrators,
    input("param", boardParams),
    input("json", boardInput),
    async (c) => {
      await changeBoard(c.var.ctx, c.req.valid("param").boardId, c.req.valid("json"));
      return c.json({ ok: true });
    },
  )
  .get(
    "/community/boards/:boardId/moderators",
    doc("Comunidade", "Quem modera uma sala (administração)", boardModerators),
    administrators,
    input("param", boardParams),
    async (c) => c.json(await listModerators(c.var.ctx, c.req.valid("param").boardId)),
  )
  .post(
    "/community/boards/:boardId/moderators/candidates",
    doc("Comunidade", "Buscar quem pode moderar uma sala (administração)", moderatorCandidates),
    administrators,
    input("param", boardParams),
    input("json", candidatesInput),
    async (c) => c.json(await searchModeratorCandidates(c.var.ctx, c.req.valid("param").boardId, c.req.valid("json"))),
  )
  .put(
    "/community/boards/:boardId/moderators",
    doc("Comunidade", "Nomear quem modera uma sala (administração)", boardModerators),
    administrators,
    freshProof,
    input("param", boardParams),
    input("json", moderatorsInput),
    async (c) => c.json(await nameModerators(c.var.ctx, c.req.valid("param").boardId, c.req.valid("json"))),
  );
