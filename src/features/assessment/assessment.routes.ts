import { doc, input, routes } from "#app/server/http/routes.ts";
import { assessmentOutcome, assessmentState } from "./assessment.answers.ts";
import { assessmentInput } from "./assessment.schema.ts";
import { finishAssessment, readAssessment } from "./assessment.service.ts";

export const assessmentRoutes = routes()
  .get("/assessment", doc("Avaliação", "As cinco perguntas e o último resultado", assessmentState), async (c) =>
    c.json(await readAssessment(c.var.ctx)),
  )
  .post("/assessment", doc("Avaliação", "Enviar as respostas", assessmentOutcome), input("json", assessmentInput), async (c) =>
    c.json(await finishAssessment(c.var.ctx, c.req.valid("json"))),
  );
