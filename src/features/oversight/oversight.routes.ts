import { administrators, doc, input, routes } from "#app/server/http/routes.ts";
import { contestationQueue, oversight } from "./oversight.answers.ts";
import { answerInput, contestationInput, contestationParams, linesInput } from "./oversight.schema.ts";
import { answerContestation, contest, listContestations, readOversight } from "./oversight.service.ts";

const TAG = "Quem me vê";

export const oversightRoutes = routes()
  .get("/oversight", doc(TAG, "Quem olhou, e o que foi feito sobre o membro", oversight), input("query", linesInput), async (c) =>
    c.json(await readOversight(c.var.ctx, c.req.valid("query"))),
  )
  .post("/oversight/contestations", doc(TAG, "Contestar", oversight), input("json", contestationInput), async (c) =>
    c.json(await contest(c.var.ctx, c.req.valid("json"))),
  )
  .get("/admin/contestations", doc(TAG, "Contestações sem resposta", contestationQueue), administrators, async (c) =>
    c.json(await listContestations(c.var.ctx)),
  )
  .post(
    "/admin/contestations/:contestationId/answer",
    doc(TAG, "Responder a uma contestação", contestationQueue),
    administrators,
    input("param", contestationParams),
    input("json", answerInput),
    async (c) => c.json(await answerContestation(c.var.ctx, c.req.valid("param").contestationId, c.req.valid("json").answer)),
  );
