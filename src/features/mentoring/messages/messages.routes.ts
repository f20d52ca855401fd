import { sendFile } from "#app/server/files/send-file.ts";
import { file } from "#app/server/http/answers.ts";
import { doc, input, routes } from "#app/server/http/routes.ts";
import { mentorshipSessionParams } from "../mentorship-sessions/mentorship-sessions.schema.ts";
import { readMessageFile, receiveMessageFile } from "./message-files.ts";
import { message, messagesPage, readMark, receivedFile } from "./messages.answers.ts";
import { changeMessageInput, fileInput, messageParams, messagesInput, newMessageInput, readInput } from "./messages.schema.ts";
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
  .post(
    "/mentoring/files",
    doc("Mentoria", "Enviar uma imagem ou um PDF para uma mensagem, como corpo da requisição", receivedFile),
    input("query", fileInput),
    async (c) => c.json(await receiveMessageFile(c.var.ctx, c.req.valid("query").session, c.req.raw)),
  )
  .get(
    "/mentoring/sessions/:mentorshipSessionId/messages/:number/file",
    doc("Mentoria", "O arquivo de uma mensagem", file("image/webp", "application/pdf")),
    input("param", messageParams),
    async (c) => sendFile(c, await readMessageFile(c.var.ctx, c.req.valid("param"))),
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
    doc("Mentoria", "Excluir a própria mensagem, nos primeiros minutos", message),
    input("param", messageParams),
    async (c) => c.json(await changeMessage(c.var.ctx, c.req.valid("param"), null)),
  );
