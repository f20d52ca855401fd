import { done } from "#app/server/http/answers.ts";
import { administrators, doc, input, routes } from "#app/server/http/routes.ts";
import { contactMessage, contactMessageList } from "./contact.answers.ts";
import { contactInput, messageListInput, messageParams, resolveInput } from "./contact.schema.ts";
import { sendMessage } from "./contact.service.ts";
import { deleteMessage, listMessages, resolveMessage } from "./messages.service.ts";

export const contactRoutes = routes()
  .post("/contact", doc("Contato", "Escrever aos administradores", done), input("json", contactInput), async (c) => {
    await sendMessage(c.var.ctx, c.req.valid("json"));
    return c.json({ ok: true });
  })
  .get(
    "/contact/messages",
    doc("Contato", "Mensagens recebidas (administração)", contactMessageList),
    administrators,
    input("query", messageListInput),
    async (c) => c.json(await listMessages(c.var.ctx, c.req.valid("query"))),
  )
  .patch(
    "/contact/messages/:id",
    doc("Contato", "Marcar como resolvida, ou reabrir (administração)", contactMessage),
    administrators,
    input("param", messageParams),
    input("json", resolveInput),
    async (c) => c.json(await resolveMessage(c.var.ctx, c.req.valid("param").id, c.req.valid("json"))),
  )
  .delete(
    "/contact/messages/:id",
    doc("Contato", "Excluir uma mensagem (administração)", done),
    administrators,
    input("param", messageParams),
    async (c) => {
      await deleteMessage(c.var.ctx, c.req.valid("param").id);
      return c.json({ ok: true });
    },
  );
