import { signInAnswer } from "#app/features/account/account.answers.ts";
import { done } from "#app/server/http/answers.ts";
import { freshProof } from "#app/server/http/fresh-proof.ts";
import { administrators, doc, input, routes } from "#app/server/http/routes.ts";
import { batchAnswer, invitationPage, latestBatch, listCheck, openedInvitation } from "./invitations.answers.ts";
import {
  acceptInput,
  batchParams,
  batchQuery,
  correctionInput,
  invitationInput,
  invitationParams,
  invitationSearchInput,
  openInvitationInput,
} from "./invitations.schema.ts";
import { correctInvitation, invite, inviteList, resendInvitation, withdrawInvitation } from "./invitations.service.ts";
import { checkList } from "./list/check-list.service.ts";
import { readLatestBatch, searchInvitations } from "./read-invitations.service.ts";
import { acceptInvitation, joinByInvitation, openInvitation } from "./redeem.service.ts";
import { stopBatch } from "./send-batch.service.ts";

export const invitationsRoutes = routes()
  .post(
    "/admin/invitations/search",
    doc("Convites", "Convites enviados", invitationPage),
    administrators,
    input("json", invitationSearchInput),
    async (c) => c.json(await searchInvitations(c.var.ctx, c.req.valid("json"))),
  )
  .post(
    "/admin/invitations",
    doc("Convites", "Convidar uma pessoa", done),
    administrators,
    freshProof,
    input("json", invitationInput),
    async (c) => {
      await invite(c.var.ctx, c.req.valid("json"));
      return c.json({ ok: true });
    },
  )
  .post(
    "/admin/invitations/check",
    doc("Convites", "Conferir uma lista em CSV, como corpo da requisição; nada é enviado", listCheck),
    administrators,
    async (c) => c.json(await checkList(c.var.ctx, c.req.raw.body)),
  )
  .post(
    "/admin/invitations/batches",
    doc("Convites", "Convidar as pessoas de uma lista em CSV, como corpo da requisição", batchAnswer),
    administrators,
    freshProof,
    input("query", batchQuery),
    async (c) => c.json({ batch: await inviteList(c.var.ctx, c.req.raw.body, c.req.valid("query").ready) }),
  )
  .get("/admin/invitations/batches/latest", doc("Convites", "O último envio", latestBatch), administrators, async (c) =>
    c.json(await readLatestBatch(c.var.ctx)),
  )
  .post(
    "/admin/invitations/batches/:batchId/stop",
    doc("Convites", "Parar um envio", batchAnswer),
    administrators,
    input("param", batchParams),
    async (c) => c.json({ batch: await stopBatch(c.var.ctx, c.req.valid("param").batchId) }),
  )
  .post(
    "/admin/invitations/:invitationId/resend",
    doc("Convites", "Enviar um convite de novo", done),
    administrators,
    freshProof,
    input("param", invitationParams),
    async (c) => {
      await resendInvitation(c.var.ctx, c.req.valid("param").invitationId);
      return c.json({ ok: true });
    },
  )
  .put(
    "/admin/invitations/:invitationId/address",
    doc("Convites", "Corrigir o endereço de um convite e enviá-lo", done),
    administrators,
    freshProof,
    input("param", invitationParams),
    input("json", correctionInput),
    async (c) => {
      await correctInvitation(c.var.ctx, c.req.valid("param").invitationId, c.req.valid("json"));
      return c.json({ ok: true });
    },
  )
  .delete(
    "/admin/invitations/:invitationId",
    doc("Convites", "Retirar um convite", done),
    administrators,
    input("param", invitationParams),
    async (c) => {
      await withdrawInvitation(c.var.ctx, c.req.valid("param").invitationId);
      return c.json({ ok: true });
    },
  )
  .post(
    "/invitations/open",
    doc("Convites", "Ver um convite pelo link recebido", openedInvitation),
    input("json", openInvitationInput),
    async (c) => c.json(await openInvitation(c.var.ctx, c.req.valid("json"))),
  )
  .post(
    "/invitations/accept",
    doc("Convites", "Aceitar um convite e criar a conta", signInAnswer),
    input("json", acceptInput),
    async (c) => {
      const { answer, cookies } = await acceptInvitation(c.var.ctx, c.req.valid("json"));
      for (const cookie of cookies) c.header("set-cookie", cookie, { append: true });
      return c.json(answer);
    },
  )
  .post(
    "/invitations/join",
    doc("Convites", "Aceitar um convite na conta que já existe", done),
    input("json", openInvitationInput),
    async (c) => {
      await joinByInvitation(c.var.ctx, c.req.valid("json"));
      return c.json({ ok: true });
    },
  );
