import { freshProof } from "#app/server/http/fresh-proof.ts";
import { administrators, doc, input, only, routes } from "#app/server/http/routes.ts";
import { admissionQueue, decisionResults, ownAdmission } from "./admission.answers.ts";
import { admissionInput, decisionInput } from "./admission.schema.ts";
import { askForAdmission, decideAdmissions, listAdmissions, readOwnAdmission, requireDecider } from "./admission.service.ts";

const deciders = only(requireDecider);

export const admissionRoutes = routes()
  .get("/admission", doc("Admissão", "O próprio pedido de admissão", ownAdmission), async (c) =>
    c.json(await readOwnAdmission(c.var.ctx)),
  )
  .post("/admission", doc("Admissão", "Pedir admissão", ownAdmission), input("json", admissionInput), async (c) =>
    c.json(await askForAdmission(c.var.ctx, c.req.valid("json"))),
  )
  .get("/admin/admissions", doc("Admissão", "Quem espera admissão", admissionQueue), administrators, async (c) =>
    c.json(await listAdmissions(c.var.ctx)),
  )
  .post(
    "/admissions/decisions",
    doc("Admissão", "Aceitar ou recusar quem espera (administradores, e oficiais da Loja)", decisionResults),
    deciders,
    freshProof,
    input("json", decisionInput),
    async (c) => c.json(await decideAdmissions(c.var.ctx, c.req.valid("json"))),
  );
