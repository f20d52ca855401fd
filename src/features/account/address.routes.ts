import { done } from "#app/server/http/answers.ts";
import { freshProof } from "#app/server/http/fresh-proof.ts";
import { doc, input, routes } from "#app/server/http/routes.ts";
import { withCookies } from "./account.routes.ts";
import { addressCodeInput, addressTokenInput, emailChangeInput } from "./address.schema.ts";
import {
  cancelEmailChange,
  confirmByCode,
  confirmByLink,
  requestEmailChange,
  resendConfirmation,
  undoEmailChange,
} from "./address.service.ts";

/** The account's address: that it is its owner's, and its change. The links work in any browser, signed in or not. */
export const addressRoutes = routes()
  .post(
    "/account/address/confirm",
    doc("Conta", "Confirmar um e-mail pelo link", done),
    input("json", addressTokenInput),
    async (c) => {
      withCookies(c, await confirmByLink(c.var.ctx, c.req.valid("json")));
      return c.json({ ok: true });
    },
  )
  .post(
    "/account/address/undo",
    doc("Conta", "Desfazer a troca de e-mail pelo link", done),
    input("json", addressTokenInput),
    async (c) => {
      await undoEmailChange(c.var.ctx, c.req.valid("json"));
      return c.json({ ok: true });
    },
  )
  .post(
    "/account/address/code",
    doc("Conta", "Confirmar um e-mail pelo código", done),
    input("json", addressCodeInput),
    async (c) => {
      withCookies(c, await confirmByCode(c.var.ctx, c.req.valid("json")));
      return c.json({ ok: true });
    },
  )
  .post("/account/address/resend", doc("Conta", "Enviar de novo o link e o código", done), async (c) => {
    await resendConfirmation(c.var.ctx);
    return c.json({ ok: true });
  })
  .post(
    "/account/address/change",
    doc("Conta", "Pedir a troca do e-mail", done),
    freshProof,
    input("json", emailChangeInput),
    async (c) => {
      await requestEmailChange(c.var.ctx, c.req.valid("json"));
      return c.json({ ok: true });
    },
  )
  .delete("/account/address/change", doc("Conta", "Desistir da troca do e-mail", done), async (c) => {
    await cancelEmailChange(c.var.ctx);
    return c.json({ ok: true });
  });
