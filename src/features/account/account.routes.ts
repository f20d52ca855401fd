import type { Context } from "hono";
import { done } from "#app/server/http/answers.ts";
import { doc, input, routes } from "#app/server/http/routes.ts";
import { sessionAnswer, signInAnswer } from "./account.answers.ts";
import { loginInput, recoveryInput, resetInput, signUpInput } from "./account.schema.ts";
import { readSession, signIn, signUp } from "./account.service.ts";
import { requestRecovery, resetPassword } from "./recovery.service.ts";
import type { Cookies } from "./session-cookie.ts";
import { type SignInResult, signOut } from "./sign-in.service.ts";

export const withCookies = (c: Context, { cookies }: Cookies) => {
  for (const cookie of cookies) c.header("set-cookie", cookie, { append: true });
};

/** What every way in answers. */
export const answerSignIn = (c: Context, result: SignInResult) => {
  withCookies(c, result);
  return c.json(result.answer);
};

export const accountRoutes = routes()
  .get("/session", doc("Conta", "O membro da sessão, ou null", sessionAnswer), async (c) => c.json(await readSession(c.var.ctx)))
  .post("/account/login", doc("Conta", "Entrar", signInAnswer), input("json", loginInput), async (c) =>
    answerSignIn(c, await signIn(c.var.ctx, c.req.valid("json"))),
  )
  .post("/account/sign-up", doc("Conta", "Criar conta", signInAnswer), input("json", signUpInput), async (c) =>
    answerSignIn(c, await signUp(c.var.ctx, c.req.valid("json"))),
  )
  .post("/account/logout", doc("Conta", "Sair", done), async (c) => {
    withCookies(c, await signOut(c.var.ctx));
    return c.json({ ok: true });
  })
  .post("/account/recovery", doc("Conta", "Pedir o link de recuperação", done), input("json", recoveryInput), async (c) => {
    await requestRecovery(c.var.ctx, c.req.valid("json"));
    return c.json({ ok: true });
  })
  .post(
    "/account/reset",
    doc("Conta", "Definir nova senha com o link de recuperação", signInAnswer),
    input("json", resetInput),
    async (c) => answerSignIn(c, await resetPassword(c.var.ctx, c.req.valid("json"))),
  );
