import { sessionsEnded } from "#app/features/account/account.answers.ts";
import { CORRECTED, correctionInput } from "#app/features/account/profile.schema.ts";
import { requestFactorReset } from "#app/features/account/second-factor/resets.service.ts";
import { done } from "#app/server/http/answers.ts";
import { freshProof } from "#app/server/http/fresh-proof.ts";
import { administrators, doc, input, routes } from "#app/server/http/routes.ts";
import { adminSummary, adminWeeks, changedMember, degreeRequestQueue, memberDetails, memberPage } from "./admin.answers.ts";
import {
  degreeInput,
  memberParams,
  memberSearchInput,
  refusalInput,
  requestParams,
  roleInput,
  suspensionInput,
} from "./admin.schema.ts";
import { changeDegree, changeRole, endSessions, liftSuspension, removeMember, suspendMember } from "./admin.service.ts";
import { correctMember, sendConfirmationLetter, sendPasswordLink } from "./correct-member.service.ts";
import { approveDegreeRequest, listDegreeRequests, refuseDegreeRequest } from "./degree-requests.service.ts";
import { readMemberPage } from "./member-page.service.ts";
import { readSummary, searchMembers } from "./members.service.ts";
import { readWeeks } from "./weeks.service.ts";

/** Every verb behind these asks for an administrator. */
export const adminRoutes = routes()
  .get("/admin/summary", doc("Administração", "Números do painel", adminSummary), administrators, async (c) =>
    c.json(await readSummary(c.var.ctx)),
  )
  .get("/admin/weeks", doc("Administração", "O estudo das últimas doze semanas", adminWeeks), administrators, async (c) =>
    c.json(await readWeeks(c.var.ctx)),
  )
  .post(
    "/admin/members/search",
    doc("Administração", "Buscar usuários", memberPage),
    administrators,
    input("json", memberSearchInput),
    async (c) => c.json(await searchMembers(c.var.ctx, c.req.valid("json"))),
  )
  .get(
    "/admin/members/:userId",
    doc("Administração", "Um membro", memberDetails),
    administrators,
    input("param", memberParams),
    async (c) => c.json(await readMemberPage(c.var.ctx, c.req.valid("param").userId)),
  )
  .put(
    "/admin/members/:userId/role",
    doc("Administração", "Mudar a permissão", changedMember),
    administrators,
    freshProof,
    input("param", memberParams),
    input("json", roleInput),
    async (c) => c.json(await changeRole(c.var.ctx, c.req.valid("param").userId, c.req.valid("json"))),
  )
  .put(
    "/admin/members/:userId/degree",
    doc("Administração", "Confirmar ou corrigir o grau", changedMember),
    administrators,
    freshProof,
    input("param", memberParams),
    input("json", degreeInput),
    async (c) => c.json(await changeDegree(c.var.ctx, c.req.valid("param").userId, c.req.valid("json"))),
  )
  .put(
    "/admin/members/:userId/record",
    doc("Administração", `Corrigir ${CORRECTED}`, changedMember),
    administrators,
    freshProof,
    input("param", memberParams),
    input("json", correctionInput),
    async (c) => c.json(await correctMember(c.var.ctx, c.req.valid("param").userId, c.req.valid("json"))),
  )
  .post(
    "/admin/members/:userId/password-link",
    doc("Administração", "Enviar ao usuário o link para uma senha nova", done),
    administrators,
    freshProof,
    input("param", memberParams),
    async (c) => {
      await sendPasswordLink(c.var.ctx, c.req.valid("param").userId);
      return c.json({ ok: true });
    },
  )
  .post(
    "/admin/members/:userId/confirmation-letter",
    doc("Administração", "Enviar de novo a carta que confirma o endereço", done),
    administrators,
    freshProof,
    input("param", memberParams),
    async (c) => {
      await sendConfirmationLetter(c.var.ctx, c.req.valid("param").userId);
      return c.json({ ok: true });
    },
  )
  .delete(
    "/admin/members/:userId/sessions",
    doc("Administração", "Encerrar todas as sessões", sessionsEnded),
    administrators,
    freshProof,
    input("param", memberParams),
    async (c) => c.json(await endSessions(c.var.ctx, c.req.valid("param").userId)),
  )
  .post(
    "/admin/members/:userId/factors-reset",
    doc("Administração", "Pedir que a verificação em duas etapas seja desligada, em 24 horas", done),
    administrators,
    freshProof,
    input("param", memberParams),
    async (c) => {
      await requestFactorReset(c.var.ctx, c.req.valid("param").userId);
      return c.json({ ok: true });
    },
  )
  .post(
    "/admin/members/:userId/suspension",
    doc("Administração", "Suspender o usuário", changedMember),
    administrators,
    freshProof,
    input("param", memberParams),
    input("json", suspensionInput),
    async (c) => c.json(await suspendMember(c.var.ctx, c.req.valid("param").userId, c.req.valid("json"))),
  )
  .delete(
    "/admin/members/:userId/suspension",
    doc("Administração", "Reabrir a conta de um usuário suspenso", changedMember),
    administrators,
    freshProof,
    input("param", memberParams),
    async (c) => c.json(await liftSuspension(c.var.ctx, c.req.valid("param").userId)),
  )
  .delete(
    "/admin/members/:userId",
    doc("Administração", "Deletar o usuário", done),
    administrators,
    freshProof,
    input("param", memberParams),
    async (c) => {
      await removeMember(c.var.ctx, c.req.valid("param").userId);
      return c.json({ ok: true });
    },
  )
  .get(
    "/admin/degree-requests",
    doc("Administração", "Pedidos de grau em aberto", degreeRequestQueue),
    administrators,
    async (c) => c.json(await listDegreeRequests(c.var.ctx)),
  )
  .post(
    "/admin/degree-requests/:requestId/approve",
    doc("Administração", "Aprovar um pedido de grau", done),
    administrators,
    freshProof,
    input("param", requestParams),
    async (c) => {
      await approveDegreeRequest(c.var.ctx, c.req.valid("param").requestId);
      return c.json({ ok: true });
    },
  )
  .post(
    "/admin/degree-requests/:requestId/refuse",
    doc("Administração", "Recusar um pedido de grau", done),
    administrators,
    input("param", requestParams),
    input("json", refusalInput),
    async (c) => {
      await refuseDegreeRequest(c.var.ctx, c.req.valid("param").requestId, c.req.valid("json"));
      return c.json({ ok: true });
    },
  );
