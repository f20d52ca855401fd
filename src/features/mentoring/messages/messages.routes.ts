import { doc, input, routes } from "#app/server/http/routes.ts";
import { eventStream } from "#app/server/realtime/event-stream.ts";
import { sessionParams } from "../sessions/sessions.schema.ts";
import { messagesInput, newMessageInput, readInput, streamInput } from "./messages.schema.ts";
import { followSession, listMessages, markRead, sendMessage } from "./messages.service.ts";

export const messagesRoutes = routes()
  .get(
    "/mentoring/sessions/:sessionId/messages",
    doc("Mentoria", "A conversa da sessão"),
    input("param", sessionParams),
    input("query", messagesInput),
    async (c) => c.json(await listMessages(c.var.ctx, c.req.valid("param").sessionId, c.req.valid("query"))),
  )
  .post(
    "/mentoring/sessions/:sessionId/messages",
    doc("Mentoria", "Escrever na conversa"),
    input("param", sessionParams),
    input("json", newMessageInput),
    async (c) => c.json(await sendMessage(c.var.ctx, c.req.valid("param").sessionId, c.req.valid("json"))),
  )
  .put(
    "/mentoring/sessions/:sessionId/messages/read",
    doc("Mentoria", "Marcar como lidas até um número"),
    input("param", sessionParams),
    input("json", readInput),
    async (c) => c.json(await markRead(c.var.ctx, c.req.valid("param").sessionId, c.req.valid("json"))),
  )
  .get(
    "/mentoring/sessions/:sessionId/stream",
    doc("Mentoria", "Novidades da sessão, ao vivo (server-sent events)"),
    input("param", sessionParams),
    input("query", streamInput),
    async (c) => {
      // When the browser connects again by itself it names the last event it got.
      const seen = Number(c.req.header("last-event-id"));
      const after = Math.max(c.req.valid("query").after, Number.isSafeInteger(seen) ? seen : 0);
      return eventStream(c, await followSession(c.var.ctx, c.req.valid("param").sessionId, after));
    },
  );
