import type { Context } from "hono";
import { done } from "#app/server/http/answers.ts";
import { freshProof } from "#app/server/http/fresh-proof.ts";
import { doc, input, routes } from "#app/server/http/routes.ts";
import { signInAnswer } from "../account.answers.ts";
import { answerSignIn, withCookies } from "../account.routes.ts";
import { leaveSecondStep, passkeySignInOptions, secondStepPasskey, signInByPasskey, takeSecondStep } from "../sign-in.service.ts";
import { codesAnswer, factorsAnswer, newTotpAnswer, proofMethodsAnswer, webAuthnOptions } from "./factors.answers.ts";
import {
  confirmTotpInput,
  factorParams,
  newPasskeyInput,
  newTotpInput,
  passkeySignInInput,
  proofInput,
  secondStepInput,
} from "./factors.schema.ts";
import {
  addPasskey,
  beginTotp,
  confirmTotp,
  forgetTrustedDevices,
  listFactors,
  passkeyRegistration,
  removeFactor,
  renewRecoveryCodes,
} from "./factors.service.ts";
import { proofPasskeyOptions, proveAgain, readProofMethods } from "./proof.service.ts";
import { cancelFactorReset } from "./resets.service.ts";

/** The second step of a sign-in, passkeys, and what the member sets up for them. */
const answerAdded = (c: Context, { answer, cookies }: Awaited<ReturnType<typeof addPasskey>>) => {
  withCookies(c, { cookies });
  return c.json(answer);
};

export const secondFactorRoutes = routes()
  .post("/account/passkey/options", doc("Conta", "Começar a entrar com uma chave de acesso", webAuthnOptions), async (c) =>
    c.json(await passkeySignInOptions(c.var.ctx)),
  )
  .post(
    "/account/passkey",
    doc("Conta", "Entrar com uma chave de acesso", signInAnswer),
    input("json", passkeySignInInput),
    async (c) => answerSignIn(c, await signInByPasskey(c.var.ctx, c.req.valid("json"))),
  )
  .post(
    "/account/second-step/passkey",
    doc("Conta", "Começar a segunda etapa com uma chave de acesso", webAuthnOptions),
    async (c) => c.json(await secondStepPasskey(c.var.ctx)),
  )
  .post(
    "/account/second-step",
    doc("Conta", "A segunda etapa ao entrar", signInAnswer),
    input("json", secondStepInput),
    async (c) => answerSignIn(c, await takeSecondStep(c.var.ctx, c.req.valid("json"))),
  )
  .delete("/account/second-step", doc("Conta", "Desistir de entrar na segunda etapa", done), async (c) => {
    withCookies(c, await leaveSecondStep(c.var.ctx));
    return c.json({ ok: true });
  })
  .get("/account/proof", doc("Conta", "Como confirmar de novo que é você", proofMethodsAnswer), async (c) =>
    c.json(await readProofMethods(c.var.ctx)),
  )
  .post("/account/proof/passkey", doc("Conta", "Começar a confirmar com uma chave de acesso", webAuthnOptions), async (c) =>
    c.json(await proofPasskeyOptions(c.var.ctx)),
  )
  .post("/account/proof", doc("Conta", "Confirmar de novo que é você", done), input("json", proofInput), async (c) => {
    await proveAgain(c.var.ctx, c.req.valid("json"));
    return c.json({ ok: true });
  })
  .get("/account/factors", doc("Conta", "A verificação em duas etapas", factorsAnswer), async (c) =>
    c.json(await listFactors(c.var.ctx)),
  )
  .post(
    "/account/factors/totp",
    doc("Conta", "Começar um aplicativo autenticador", newTotpAnswer),
    freshProof,
    input("json", newTotpInput),
    async (c) => c.json(await beginTotp(c.var.ctx, c.req.valid("json"))),
  )
  .post(
    "/account/factors/totp/:factorId",
    doc("Conta", "Confirmar o aplicativo com o primeiro código", codesAnswer),
    freshProof,
    input("param", factorParams),
    input("json", confirmTotpInput),
    async (c) => answerAdded(c, await confirmTotp(c.var.ctx, c.req.valid("param").factorId, c.req.valid("json"))),
  )
  .post("/account/factors/passkey/options", doc("Conta", "Começar uma chave de acesso", webAuthnOptions), freshProof, async (c) =>
    c.json(await passkeyRegistration(c.var.ctx)),
  )
  .post(
    "/account/factors/passkey",
    doc("Conta", "Adicionar uma chave de acesso", codesAnswer),
    freshProof,
    input("json", newPasskeyInput),
    async (c) => answerAdded(c, await addPasskey(c.var.ctx, c.req.valid("json"))),
  )
  .delete("/account/factors/reset", doc("Conta", "Cancelar o pedido da administração", done), async (c) => {
    await cancelFactorReset(c.var.ctx);
    return c.json({ ok: true });
  })
  .delete(
    "/account/factors/:factorId",
    doc("Conta", "Remover um item", done),
    freshProof,
    input("param", factorParams),
    async (c) => {
      withCookies(c, await removeFactor(c.var.ctx, c.req.valid("param").factorId));
      return c.json({ ok: true });
    },
  )
  .post("/account/recovery-codes", doc("Conta", "Gerar novos códigos de recuperação", codesAnswer), freshProof, async (c) =>
    c.json(await renewRecoveryCodes(c.var.ctx)),
  )
  .delete("/account/trusted-devices", doc("Conta", "Perguntar de novo em todos os aparelhos", done), async (c) => {
    await forgetTrustedDevices(c.var.ctx);
    return c.json({ ok: true });
  });
