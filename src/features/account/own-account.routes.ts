import { isoDayInBrasilia } from "#app/lib/format.ts";
import { done, media } from "#app/server/http/answers.ts";
import { freshFactor, freshProof } from "#app/server/http/fresh-proof.ts";
import { doc, input, routes } from "#app/server/http/routes.ts";
import { degreeRequest, degreeRequestList, openSessions, personalExport, profile, sessionsEnded } from "./account.answers.ts";
import { withCookies } from "./account.routes.ts";
import { degreeRequestInput, degreeRequestParams } from "./degree-requests.schema.ts";
import { listDegreeRequests, requestDegree, withdrawDegreeRequest } from "./degree-requests.service.ts";
import { deleteOwnAccount } from "./deletion.service.ts";
import { exportPersonalData, exportSections } from "./export.service.ts";
import { renderExport } from "./export-page.ts";
import { deletionInput, passwordChangeInput } from "./password.schema.ts";
import { changePassword } from "./password.service.ts";
import { profileInput } from "./profile.schema.ts";
import { readProfile, saveReading, updateProfile } from "./profile.service.ts";
import { readingInput } from "./reading.schema.ts";
import { sessionParams } from "./sessions.schema.ts";
import { endOtherSessions, endSession, listSessions } from "./sessions.service.ts";

const attachment = (extension: string) => ({
  "content-disposition": `attachment; filename="meus-dados-${isoDayInBrasilia(new Date())}.${extension}"`,
});

/** What a member does with their own account ("Minha conta"). */
export const ownAccountRoutes = routes()
  .get("/account/profile", doc("Conta", "O próprio cadastro", profile), async (c) => c.json(await readProfile(c.var.ctx)))
  .patch("/account/profile", doc("Conta", "Mudar o próprio cadastro", profile), input("json", profileInput), async (c) =>
    c.json(await updateProfile(c.var.ctx, c.req.valid("json"))),
  )
  .put("/account/reading", doc("Conta", "Guardar os ajustes de leitura", readingInput), input("json", readingInput), async (c) =>
    c.json(await saveReading(c.var.ctx, c.req.valid("json"))),
  )
  .get("/account/degree-requests", doc("Conta", "Os próprios pedidos de confirmação de grau", degreeRequestList), async (c) =>
    c.json(await listDegreeRequests(c.var.ctx)),
  )
  .post(
    "/account/degree-requests",
    doc("Conta", "Solicitar confirmação de grau", degreeRequest),
    input("json", degreeRequestInput),
    async (c) => c.json(await requestDegree(c.var.ctx, c.req.valid("json"))),
  )
  .delete(
    "/account/degree-requests/:requestId",
    doc("Conta", "Retirar um pedido em análise", done),
    input("param", degreeRequestParams),
    async (c) => {
      await withdrawDegreeRequest(c.var.ctx, c.req.valid("param").requestId);
      return c.json({ ok: true });
    },
  )
  .put("/account/password", doc("Conta", "Trocar a senha", done), freshFactor, input("json", passwordChangeInput), async (c) => {
    withCookies(c, await changePassword(c.var.ctx, c.req.valid("json")));
    return c.json({ ok: true });
  })
  .get("/account/sessions", doc("Conta", "As sessões abertas", openSessions), async (c) => c.json(await listSessions(c.var.ctx)))
  .delete("/account/sessions", doc("Conta", "Encerrar as outras sessões", sessionsEnded), freshProof, async (c) =>
    c.json(await endOtherSessions(c.var.ctx)),
  )
  .delete(
    "/account/sessions/:sessionId",
    doc("Conta", "Encerrar uma sessão", done),
    freshProof,
    input("param", sessionParams),
    async (c) => {
      await endSession(c.var.ctx, c.req.valid("param").sessionId);
      return c.json({ ok: true });
    },
  )
  .get("/account/export", doc("Conta", "Exportar os próprios dados (JSON)", personalExport), freshProof, async (c) =>
    c.json(await exportPersonalData(c.var.ctx), 200, attachment("json")),
  )
  .get(
    "/account/export/page",
    doc("Conta", "Exportar os próprios dados (página para ler)", media("text/html")),
    freshProof,
    async (c) =>
      c.body(renderExport(await exportPersonalData(c.var.ctx), exportSections(c.var.ctx)), 200, {
        "content-type": "text/html; charset=utf-8",
        ...attachment("html"),
      }),
  )
  .post(
    "/account/deletion",
    doc("Conta", "Excluir a própria conta", done),
    freshFactor,
    input("json", deletionInput),
    async (c) => {
      withCookies(c, await deleteOwnAccount(c.var.ctx, c.req.valid("json")));
      return c.json({ ok: true });
    },
  );
