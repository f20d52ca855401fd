import { doc, input, routes } from "#app/server/http/routes.ts";
import { mentorshipSessionParams } from "../mentorship-sessions/mentorship-sessions.schema.ts";
import { message, messagesPage, readMark } from "./messages.answers.ts";
import { changeMessageInput, messageParams, messagesInput, newMessageInput, readInput } from "./messages.schema.ts";
import { changeMessage, listMessages, markRead, sendMessage } from "./messages.service.ts";

export const messagesRoutes = routes()
  .get(
    "/mentoring/sessions/:mentorshipSessionId/messages",
    doc("Mentoria", "A conversa da sessão", messagesPage),
    input("param", mentorshipSessionParams),
    input("query", messagesInput),
    async (c) => c.json(await listMessages(c.var.ctx, c.req.valid("param").mentorshipSessionId, c.req.valid("query"))),
  )
  .post(
    "/mentoring/sessions/:mentorshipSessionId/messages",
    doc("Mentoria", "Escrever na conversa", message),
    input("param", mentorshipSessionParams),
    input("json", newMessageInput),
    async (c) => c.json(await sendMessage(c.var.ctx, c.req.valid("param").mentorshipSessionId, c.req.valid("json"))),
  )
  .put(
    "/mentoring/sessions/:mentorshipSessionId/messages/read",
    doc("Mentoria", "Marcar como lidas até um número", readMark),
    input("param", mentorshipSessionParams),
    input("json", readInput),
    async (c) => c.json(await markRead(c.var.ctx, c.req.valid("param").mentorshipSessionId, c.req.valid("json"))),
  )
  .put(
    "/mentoring/sessions/:mentorshipSessionId/messages/:number",
    doc("Mentoria", "Mudar a própria mensagem, nos primeiros minutos", message),
    input("param", messageParams),
    input("json", changeMessageInput),
    async (c) => c.json(await changeMessage(c.var.ctx, c.req.valid("param"), c.req.valid("json").body)),
  )
  .delete(
    "/mentoring/sessions/:mentorshipSessionId/messages/:number",
    doc("Mentoria", "Apagar a própria mensagem, nos primeiros minutos", message),
    input("param", messageParams),
    async (c) => c.json(await changeMessage(c.var.ctx, c.req.valid("param"), null)),
  );
