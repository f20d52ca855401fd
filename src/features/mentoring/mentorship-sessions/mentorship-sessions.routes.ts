import { media } from "#app/server/http/answers.ts";
import { administrators, doc, input, routes } from "#app/server/http/routes.ts";
import { readCalendar } from "./calendar.ts";
import {
  mentoringSummary,
  mentorshipSessionDetail,
  mentorshipSessionStatesPage,
  mentorshipSessionsPage,
  upcomingMentorshipSession,
} from "./mentorship-sessions.answers.ts";
import {
  answerInput,
  arrangementInput,
  completeInput,
  mentorshipSessionParams,
  mentorshipSessionStatesInput,
  mentorshipSessionsInput,
  missInput,
  rateInput,
  reasonInput,
  requestInput,
} from "./mentorship-sessions.schema.ts";
import {
  listMentorshipSessionStates,
  listMentorshipSessions,
  readMentorshipSession,
  readSummary,
  readUpcomingMentorshipSession,
} from "./mentorship-sessions.service.ts";
import {
  acceptMentorshipSession,
  agreeToDate,
  cancelMentorshipSession,
  completeMentorshipSession,
  declineMentorshipSession,
  keepDate,
  missMentorshipSession,
  objectToMentorshipSession,
  proposeDate,
  rateMentorshipSession,
  requestMentorshipSession,
  withdrawMentorshipSession,
} from "./moves.service.ts";

export const mentorshipSessionsRoutes = routes()
  .get("/mentoring/summary", doc("Mentoria", "Mensagens não lidas e pedidos a responder", mentoringSummary), async (c) =>
    c.json(await readSummary(c.var.ctx)),
  )
  .get("/mentoring/upcoming", doc("Mentoria", "A próxima sessão marcada do membro", upcomingMentorshipSession), async (c) =>
    c.json(await readUpcomingMentorshipSession(c.var.ctx)),
  )
  .get(
    "/mentoring/sessions",
    doc("Mentoria", "As sessões do membro", mentorshipSessionsPage),
    input("query", mentorshipSessionsInput),
    async (c) => c.json(await listMentorshipSessions(c.var.ctx, c.req.valid("query"))),
  )
  .post(
    "/mentoring/sessions",
    doc("Mentoria", "Solicitar uma sessão", mentorshipSessionDetail),
    input("json", requestInput),
    async (c) => c.json(await requestMentorshipSession(c.var.ctx, c.req.valid("json"))),
  )
  .get(
    "/mentoring/states",
    doc("Mentoria", "Estado das sessões, sem o que nelas se escreve (administração)", mentorshipSessionStatesPage),
    administrators,
    input("query", mentorshipSessionStatesInput),
    async (c) => c.json(await listMentorshipSessionStates(c.var.ctx, c.req.valid("query"))),
  )
  .get(
    "/mentoring/sessions/:mentorshipSessionId",
    doc("Mentoria", "Uma sessão e sua história", mentorshipSessionDetail),
    input("param", mentorshipSessionParams),
    async (c) => c.json(await readMentorshipSession(c.var.ctx, c.req.valid("param").mentorshipSessionId)),
  )
  .get(
    "/mentoring/sessions/:mentorshipSessionId/sessao.ics",
    doc("Mentoria", "A sessão em formato de agenda (iCalendar)", media("text/calendar")),
    input("param", mentorshipSessionParams),
    async (c) => {
      const calendar = await readCalendar(c.var.ctx, c.req.valid("param").mentorshipSessionId);
      return c.body(calendar, 200, {
        "content-type": "text/calendar; charset=utf-8",
        "content-disposition": 'attachment; filename="sessao.ics"',
      });
    },
  )
  .post(
    "/mentoring/sessions/:mentorshipSessionId/accept",
    doc("Mentoria", "Aceitar com data, duração e local (mentor)", mentorshipSessionDetail),
    input("param", mentorshipSessionParams),
    input("json", arrangementInput),
    async (c) => c.json(await acceptMentorshipSession(c.var.ctx, c.req.valid("param").mentorshipSessionId, c.req.valid("json"))),
  )
  .post(
    "/mentoring/sessions/:mentorshipSessionId/decline",
    doc("Mentoria", "Recusar o pedido (mentor)", mentorshipSessionDetail),
    input("param", mentorshipSessionParams),
    input("json", reasonInput),
    async (c) => c.json(await declineMentorshipSession(c.var.ctx, c.req.valid("param").mentorshipSessionId, c.req.valid("json"))),
  )
  .post(
    "/mentoring/sessions/:mentorshipSessionId/withdraw",
    doc("Mentoria", "Retirar o pedido (aprendiz)", mentorshipSessionDetail),
    input("param", mentorshipSessionParams),
    input("json", reasonInput),
    async (c) =>
      c.json(await withdrawMentorshipSession(c.var.ctx, c.req.valid("param").mentorshipSessionId, c.req.valid("json"))),
  )
  .post(
    "/mentoring/sessions/:mentorshipSessionId/cancel",
    doc("Mentoria", "Cancelar a sessão aceita", mentorshipSessionDetail),
    input("param", mentorshipSessionParams),
    input("json", reasonInput),
    async (c) => c.json(await cancelMentorshipSession(c.var.ctx, c.req.valid("param").mentorshipSessionId, c.req.valid("json"))),
  )
  .post(
    "/mentoring/sessions/:mentorshipSessionId/complete",
    doc("Mentoria", "Marcar como concluída (mentor)", mentorshipSessionDetail),
    input("param", mentorshipSessionParams),
    input("json", completeInput),
    async (c) =>
      c.json(await completeMentorshipSession(c.var.ctx, c.req.valid("param").mentorshipSessionId, c.req.valid("json"))),
  )
  .post(
    "/mentoring/sessions/:mentorshipSessionId/miss",
    doc("Mentoria", "Dizer que a sessão não aconteceu (mentor)", mentorshipSessionDetail),
    input("param", mentorshipSessionParams),
    input("json", missInput),
    async (c) => c.json(await missMentorshipSession(c.var.ctx, c.req.valid("param").mentorshipSessionId, c.req.valid("json"))),
  )
  .post(
    "/mentoring/sessions/:mentorshipSessionId/object",
    doc("Mentoria", "Dizer que não foi assim (aprendiz)", mentorshipSessionDetail),
    input("param", mentorshipSessionParams),
    input("json", reasonInput),
    async (c) =>
      c.json(await objectToMentorshipSession(c.var.ctx, c.req.valid("param").mentorshipSessionId, c.req.valid("json"))),
  )
  .post(
    "/mentoring/sessions/:mentorshipSessionId/propose",
    doc("Mentoria", "Propor outra data", mentorshipSessionDetail),
    input("param", mentorshipSessionParams),
    input("json", arrangementInput),
    async (c) => c.json(await proposeDate(c.var.ctx, c.req.valid("param").mentorshipSessionId, c.req.valid("json"))),
  )
  .post(
    "/mentoring/sessions/:mentorshipSessionId/agree",
    doc("Mentoria", "Aceitar a data proposta pelo outro lado", mentorshipSessionDetail),
    input("param", mentorshipSessionParams),
    input("json", answerInput),
    async (c) => c.json(await agreeToDate(c.var.ctx, c.req.valid("param").mentorshipSessionId, c.req.valid("json"))),
  )
  .post(
    "/mentoring/sessions/:mentorshipSessionId/keep",
    doc("Mentoria", "Manter a data que vale", mentorshipSessionDetail),
    input("param", mentorshipSessionParams),
    input("json", answerInput),
    async (c) => c.json(await keepDate(c.var.ctx, c.req.valid("param").mentorshipSessionId, c.req.valid("json"))),
  )
  .post(
    "/mentoring/sessions/:mentorshipSessionId/rate",
    doc("Mentoria", "Avaliar a sessão concluída (aprendiz)", mentorshipSessionDetail),
    input("param", mentorshipSessionParams),
    input("json", rateInput),
    async (c) => c.json(await rateMentorshipSession(c.var.ctx, c.req.valid("param").mentorshipSessionId, c.req.valid("json"))),
  );
