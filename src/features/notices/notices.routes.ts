import { done, media, redirect } from "#app/server/http/answers.ts";
import { doc, input, routes } from "#app/server/http/routes.ts";
import { eventStream } from "#app/server/realtime/event-stream.ts";
import { noticeParts, noticesPage, preferences, unreadCount } from "./notices.answers.ts";
import { leaveInput, noticeParams, noticesInput, preferencesInput, pushInput, readAllInput } from "./notices.schema.ts";
import { countUnread, listNotices, listParts, readAllNotices, readNotice } from "./notices.service.ts";
import { allowPush, changePreferences, forbidPush, leaveLetters, readPreferences } from "./preferences.service.ts";

export const noticesRoutes = routes()
  .get("/notices", doc("Notificações", "O que a Academia avisou", noticesPage), input("query", noticesInput), async (c) =>
    c.json(await listNotices(c.var.ctx, c.req.valid("query"))),
  )
  .get("/notices/unread", doc("Notificações", "Quantas estão por ler", unreadCount), async (c) =>
    c.json(await countUnread(c.var.ctx)),
  )
  .put(
    "/notices/read",
    doc("Notificações", "Marcar todas como lidas, até a mais nova que se vê", unreadCount),
    input("json", readAllInput),
    async (c) => c.json(await readAllNotices(c.var.ctx, c.req.valid("json").newest)),
  )
  .get(
    "/notices/:noticeId/parts",
    doc("Notificações", "As que uma linha reúne", noticeParts),
    input("param", noticeParams),
    async (c) => c.json(await listParts(c.var.ctx, c.req.valid("param").noticeId)),
  )
  .put(
    "/notices/:noticeId/read",
    doc("Notificações", "Marcar uma como lida", unreadCount),
    input("param", noticeParams),
    async (c) => c.json(await readNotice(c.var.ctx, c.req.valid("param").noticeId)),
  )
  .get("/notices/preferences", doc("Notificações", "Como o membro quer ser avisado", preferences), async (c) =>
    c.json(await readPreferences(c.var.ctx)),
  )
  .patch(
    "/notices/preferences",
    doc("Notificações", "Mudar como quer ser avisado", preferences),
    input("json", preferencesInput),
    async (c) => c.json(await changePreferences(c.var.ctx, c.req.valid("json"))),
  )
  .put("/notices/push", doc("Notificações", "Permitir avisos neste aparelho", done), input("json", pushInput), async (c) => {
    await allowPush(c.var.ctx, c.req.valid("json"));
    return c.json({ ok: true });
  })
  .delete(
    "/notices/push",
    doc("Notificações", "Não receber mais avisos neste aparelho", done),
    input("json", pushInput),
    async (c) => {
      await forbidPush(c.var.ctx, c.req.valid("json"));
      return c.json({ ok: true });
    },
  )
  // Mail programs call this address themselves (RFC 8058), so it takes requests from anywhere; the signed token is the right to it.
  .post(
    "/notices/one-click",
    doc("Notificações", "Sair pelo botão do programa de e-mail", done),
    input("query", leaveInput),
    async (c) => {
      await leaveLetters(c.var.ctx, c.req.valid("query"));
      return c.json({ ok: true });
    },
  )
  .get("/notices/one-click", doc("Notificações", "Abrir as preferências", redirect), (c) =>
    c.redirect("/notificacoes#preferencias"),
  )
  .get("/events", doc("Notificações", "Novidades, ao vivo (server-sent events)", media("text/event-stream")), (c) =>
    eventStream(c),
  );
