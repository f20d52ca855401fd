import { done } from "#app/server/http/answers.ts";
import { doc, input, routes } from "#app/server/http/routes.ts";
import { answerKept, examList, examResult, examState } from "./exam.answers.ts";
import { attemptParams, examAnswerInput, examParams, flagInput, itemParams } from "./exam.schema.ts";
import { listExams, readExam, startExam } from "./exam.service.ts";
import { answerItem, flagItem } from "./given-answers.service.ts";
import { deliverExam, readResult } from "./results.service.ts";

export const examRoutes = routes()
  .get("/exams", doc("Exame", "Os exames dos três graus", examList), async (c) => c.json(await listExams(c.var.ctx)))
  .get("/exams/:degree", doc("Exame", "O exame de um grau", examState), input("param", examParams), async (c) =>
    c.json(await readExam(c.var.ctx, c.req.valid("param").degree)),
  )
  .post("/exams/:degree/attempts", doc("Exame", "Começar", examState), input("param", examParams), async (c) =>
    c.json(await startExam(c.var.ctx, c.req.valid("param").degree)),
  )
  .put(
    "/exam-attempts/:attemptId/items/:place/answer",
    doc("Exame", "Guardar uma resposta", answerKept),
    input("param", itemParams),
    input("json", examAnswerInput),
    async (c) => {
      const { attemptId, place } = c.req.valid("param");
      return c.json(await answerItem(c.var.ctx, attemptId, place, c.req.valid("json")));
    },
  )
  .put(
    "/exam-attempts/:attemptId/items/:place/flag",
    doc("Exame", "Marcar uma questão para rever", done),
    input("param", itemParams),
    input("json", flagInput),
    async (c) => {
      const { attemptId, place } = c.req.valid("param");
      return c.json(await flagItem(c.var.ctx, attemptId, place, c.req.valid("json")));
    },
  )
  .post("/exam-attempts/:attemptId/delivery", doc("Exame", "Entregar", examResult), input("param", attemptParams), async (c) =>
    c.json(await deliverExam(c.var.ctx, c.req.valid("param").attemptId)),
  )
  .get("/exam-attempts/:attemptId", doc("Exame", "Um resultado", examResult), input("param", attemptParams), async (c) =>
    c.json(await readResult(c.var.ctx, c.req.valid("param").attemptId)),
  );
