import { done } from "#app/server/http/answers.ts";
import { freshProof } from "#app/server/http/fresh-proof.ts";
import { doc, input, routes } from "#app/server/http/routes.ts";
import { confirmationAnswer, signInAnswer } from "./account.answers.ts";
import { answerSignIn, withCookies } from "./account.routes.ts";
import { addressCodeInput, addressTokenInput, claimInput, emailChangeInput } from "./address.schema.ts";
import {
  cancelEmailChange,
  confirmByCode,
  confirmByLink,
  requestEmailChange,
  resendConfirmation,
  undoEmailChange,
} from "./address.service.ts";
import { claimAccount } from "./claim.service.ts";

/** The account's address: that it is its owner's, and its change. The links open in any browser, signed in or not. */
export const addressRoutes = routes()
  .post(
    "/account/address/confirm",
    doc("Conta", "Confirmar um e-mail pelo link", confirmationAnswer),
    input("json", addressTokenInput),
    async (c) => {
      const { answer, cookies } = await confirmByLink(c.var.ctx, c.req.valid("json"));
      withCookies(c, { cookies });
      return c.json(answer);
    },
  )
  .post(
    "/account/address/claim",
    doc("Conta", "Confirmar um e-mail pelo link fora da sessão do cadastro, com nova senha", signInAnswer),
    input("json", claimInput),
    async (c) => answerSignIn(c, await claimAccount(c.var.ctx, c.req.valid("json"))),
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
