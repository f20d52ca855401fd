import { done } from "#app/server/http/answers.ts";
import { administrators, doc, input, routes } from "#app/server/http/routes.ts";
import { questionAnalysis, questionDetail } from "./analysis.answers.ts";
import { analyseQuestion, analyseQuestions, setQuestionDrawn } from "./analysis.service.ts";
import { drawInput, examParams, questionParams } from "./exam.schema.ts";

export const examAnalysisRoutes = routes()
  .get(
    "/admin/exam-questions",
    doc("Administração", "Como as questões de um grau se saem nos exames", questionAnalysis),
    administrators,
    input("query", examParams),
    async (c) => c.json(await analyseQuestions(c.var.ctx, c.req.valid("query").degree)),
  )
  .get(
    "/admin/exam-questions/:questionId",
    doc("Administração", "As respostas dadas a uma questão", questionDetail),
    administrators,
    input("param", questionParams),
    async (c) => c.json(await analyseQuestion(c.var.ctx, c.req.valid("param").questionId)),
  )
  .put(
    "/admin/exam-questions/:questionId/draw",
    doc("Administração", "Tirar uma questão do sorteio, ou devolvê-la", done),
    administrators,
    input("param", questionParams),
    input("json", drawInput),
    async (c) => c.json(await setQuestionDrawn(c.var.ctx, c.req.valid("param").questionId, c.req.valid("json"))),
  );
