import { memberParams, refusalInput, requestParams } from "#app/features/admin/admin.schema.ts";
import { approveDegreeRequest, refuseDegreeRequest } from "#app/features/admin/degree-requests.service.ts";
import { requireDecider } from "#app/features/admission/admission.service.ts";
import { requireOfficer } from "#app/server/context.ts";
import { done } from "#app/server/http/answers.ts";
import { freshProof } from "#app/server/http/fresh-proof.ts";
import { doc, input, only, routes } from "#app/server/http/routes.ts";
import { brotherPage, ownLodge } from "./own-lodge.answers.ts";
import { readBrother, readOwnLodge } from "./own-lodge.service.ts";

const TAG = "Minha Loja";

const deciders = only(requireDecider);

/** What an officer of a Lodge sees and decides. */
export const ownLodgeRoutes = routes()
  .get("/own-lodge", doc(TAG, "A própria Loja, para um oficial dela", ownLodge), async (c) =>
    c.json(await readOwnLodge(c.var.ctx)),
  )
  .get(
    "/own-lodge/members/:userId",
    doc(TAG, "A página de um irmão da própria Loja, para um oficial dela", brotherPage),
    only(requireOfficer),
    input("param", memberParams),
    async (c) => c.json(await readBrother(c.var.ctx, c.req.valid("param").userId)),
  )
  .post(
    "/own-lodge/degree-requests/:requestId/approve",
    doc(TAG, "Confirmar o grau de um irmão da própria Loja", done),
    deciders,
    freshProof,
    input("param", requestParams),
    async (c) => {
      await approveDegreeRequest(c.var.ctx, c.req.valid("param").requestId);
      return c.json({ ok: true });
    },
  )
  .post(
    "/own-lodge/degree-requests/:requestId/refuse",
    doc(TAG, "Recusar o pedido de grau de um irmão da própria Loja", done),
    deciders,
    input("param", requestParams),
    input("json", refusalInput),
    async (c) => {
      await refuseDegreeRequest(c.var.ctx, c.req.valid("param").requestId, c.req.valid("json"));
      return c.json({ ok: true });
    },
  );
