import { media } from "#app/server/http/answers.ts";
import { doc, input, routes } from "#app/server/http/routes.ts";
import { eventStream } from "#app/server/realtime/event-stream.ts";
import { mentorshipSessionParams } from "../mentorship-sessions/mentorship-sessions.schema.ts";
import { message, messagesPage, readMark } from "./messages.answers.ts";
import { messagesInput, newMessageInput, readInput, streamInput } from "./messages.schema.ts";
import { followMentorshipSession, listMessages, markRead, sendMessage } from "./messages.service.ts";

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
  .get(
    "/mentoring/sessions/:mentorshipSessionId/stream",
    doc("Mentoria", "Novidades da sessão, ao vivo (server-sent events)", media("text/event-stream")),
    input("param", mentorshipSessionParams),
    input("query", streamInput),
    async (c) => {
      // When the browser connects again by itself it names the last event it got.
      const seen = Number(c.req.header("last-event-id"));
      const after = Math.max(c.req.valid("query").after, Number.isSafeInteger(seen) ? seen : 0);
      return eventStream(c, await followMentorshipSession(c.var.ctx, c.req.valid("param").mentorshipSessionId, after));
    },
  );
