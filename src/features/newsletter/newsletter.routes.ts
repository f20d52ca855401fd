import { done, media, redirect } from "#app/server/http/answers.ts";
import { freshProof } from "#app/server/http/fresh-proof.ts";
import { administrators, doc, input, routes } from "#app/server/http/routes.ts";
import { subscriberList } from "./newsletter.answers.ts";
import {
  subscribeInput,
  subscriberExportInput,
  subscriberParams,
  subscriberSearchInput,
  tokenInput,
} from "./newsletter.schema.ts";
import { confirmSubscription, subscribe, unsubscribe } from "./newsletter.service.ts";
import { deleteSubscriber, exportSubscribers, searchSubscribers } from "./subscribers.service.ts";

export const newsletterRoutes = routes()
  .post("/newsletter", doc("Boletim", "Pedir o boletim", done), input("json", subscribeInput), async (c) => {
    await subscribe(c.var.ctx, c.req.valid("json"));
    return c.json({ ok: true });
  })
  .post(
    "/newsletter/confirm",
    doc("Boletim", "Confirmar a inscrição com o link recebido", done),
    input("json", tokenInput),
    async (c) => {
      await confirmSubscription(c.var.ctx, c.req.valid("json"));
      return c.json({ ok: true });
    },
  )
  .post("/newsletter/unsubscribe", doc("Boletim", "Sair com o link recebido", done), input("json", tokenInput), async (c) => {
    await unsubscribe(c.var.ctx, c.req.valid("json"));
    return c.json({ ok: true });
  })
  // Mail programs call this address themselves (RFC 8058), so it takes requests from anywhere; the signed token is the right to it.
  .post(
    "/newsletter/one-click",
    doc("Boletim", "Sair pelo botão do programa de e-mail", done),
    input("query", tokenInput),
    async (c) => {
      await unsubscribe(c.var.ctx, c.req.valid("query"));
      return c.json({ ok: true });
    },
  )
  .get("/newsletter/one-click", doc("Boletim", "Abrir a página de saída", redirect), input("query", tokenInput), (c) =>
    c.redirect(`/boletim/sair#token=${encodeURIComponent(c.req.valid("query").token)}`),
  )
  .post(
    "/newsletter/subscribers/search",
    doc("Boletim", "Buscar assinantes (administração)", subscriberList),
    administrators,
    input("json", subscriberSearchInput),
    async (c) => c.json(await searchSubscribers(c.var.ctx, c.req.valid("json"))),
  )
  .post(
    "/newsletter/subscribers/export",
    doc("Boletim", "Assinantes em CSV (administração)", media("text/csv")),
    administrators,
    freshProof,
    input("json", subscriberExportInput),
    async (c) => {
      const csv = await exportSubscribers(c.var.ctx, c.req.valid("json"));
      c.header("content-disposition", 'attachment; filename="boletim.csv"');
      return c.body(csv, 200, { "content-type": "text/csv; charset=utf-8" });
    },
  )
  .delete(
    "/newsletter/subscribers/:id",
    doc("Boletim", "Excluir um endereço (administração)", done),
    administrators,
    input("param", subscriberParams),
    async (c) => {
      await deleteSubscriber(c.var.ctx, c.req.valid("param").id);
      return c.json({ ok: true });
    },
  );
