import { doc, input, routes } from "#app/server/http/routes.ts";
import { readCalendar } from "./calendar.ts";
import {
  acceptSession,
  cancelSession,
  completeSession,
  declineSession,
  rateSession,
  requestSession,
  withdrawSession,
} from "./moves.service.ts";
import {
  acceptInput,
  rateInput,
  reasonInput,
  requestInput,
  sessionParams,
  sessionStatesInput,
  sessionsInput,
} from "./sessions.schema.ts";
import { listSessionStates, listSessions, readSession, readSummary } from "./sessions.service.ts";

export const sessionsRoutes = routes()
  .get("/mentoring/summary", doc("Mentoria", "Mensagens não lidas e pedidos a responder"), async (c) =>
    c.json(await readSummary(c.var.ctx)),
  )
  .get("/mentoring/sessions", doc("Mentoria", "As sessões do membro"), input("query", sessionsInput), async (c) =>
    c.json(await listSessions(c.var.ctx, c.req.valid("query"))),
  )
  .post("/mentoring/sessions", doc("Mentoria", "Solicitar uma sessão"), input("json", requestInput), async (c) =>
    c.json(await requestSession(c.var.ctx, c.req.valid("json"))),
  )
  .get(
    "/mentoring/states",
    doc("Mentoria", "Estado das sessões, sem o que nelas se escreve (administração)"),
    input("query", sessionStatesInput),
    async (c) => c.json(await listSessionStates(c.var.ctx, c.req.valid("query"))),
  )
  .get("/mentoring/sessions/:sessionId", doc("Mentoria", "Uma sessão e sua história"), input("param", sessionParams), async (c) =>
    c.json(await readSession(c.var.ctx, c.req.valid("param").sessionId)),
  )
  .get(
    "/mentoring/sessions/:sessionId/sessao.ics",
    doc("Mentoria", "A sessão em formato de agenda (iCalendar)"),
    input("param", sessionParams),
    async (c) => {
      const calendar = await readCalendar(c.var.ctx, c.req.valid("param").sessionId);
      return c.body(calendar, 200, {
        "content-type": "text/calendar; charset=utf-8",
        "content-disposition": 'attachment; filename="sessao.ics"',
      });
    },
  )
  .post(
    "/mentoring/sessions/:sessionId/accept",
    doc("Mentoria", "Aceitar com data, duração e local (mentor)"),
    input("param", sessionParams),
    input("json", acceptInput),
    async (c) => c.json(await acceptSession(c.var.ctx, c.req.valid("param").sessionId, c.req.valid("json"))),
  )
  .post(
    "/mentoring/sessions/:sessionId/decline",
    doc("Mentoria", "Recusar o pedido (mentor)"),
    input("param", sessionParams),
    input("json", reasonInput),
    async (c) => c.json(await declineSession(c.var.ctx, c.req.valid("param").sessionId, c.req.valid("json"))),
  )
  .post(
    "/mentoring/sessions/:sessionId/withdraw",
    doc("Mentoria", "Retirar o pedido (aprendiz)"),
    input("param", sessionParams),
    input("json", reasonInput),
    async (c) => c.json(await withdrawSession(c.var.ctx, c.req.valid("param").sessionId, c.req.valid("json"))),
  )
  .post(
    "/mentoring/sessions/:sessionId/cancel",
    doc("Mentoria", "Cancelar a sessão aceita"),
    input("param", sessionParams),
    input("json", reasonInput),
    async (c) => c.json(await cancelSession(c.var.ctx, c.req.valid("param").sessionId, c.req.valid("json"))),
  )
  .post(
    "/mentoring/sessions/:sessionId/complete",
    doc("Mentoria", "Marcar como concluída (mentor)"),
    input("param", sessionParams),
    async (c) => c.json(await completeSession(c.var.ctx, c.req.valid("param").sessionId)),
  )
  .post(
    "/mentoring/sessions/:sessionId/rate",
    doc("Mentoria", "Avaliar a sessão concluída (aprendiz)"),
    input("param", sessionParams),
    input("json", rateInput),
    async (c) => c.json(await rateSession(c.var.ctx, c.req.valid("param").sessionId, c.req.valid("json"))),
  );
