import { judgedAnswer } from "#app/features/courses/courses.answers.ts";
import { openAnswerInput } from "#app/features/courses/courses.schema.ts";
import { done } from "#app/server/http/answers.ts";
import { doc, input, routes } from "#app/server/http/routes.ts";
import { studyList, studyText } from "./studies.answers.ts";
import {
  positionInput,
  readingInput,
  readingParams,
  studyListQuery,
  studyParams,
  studyQuestionParams,
} from "./studies.schema.ts";
import { answerStudyQuestion, dropReading, keepReading, listStudies, readStudy, savePosition } from "./studies.service.ts";

export const studiesRoutes = routes()
  .get(
    "/studies",
    doc("Estudos", "Os estudos do Rito de York, as peças para a Loja ou as vidas", studyList),
    input("query", studyListQuery),
    (c) => c.json(listStudies(c.var.ctx, c.req.valid("query").sort)),
  )
  .get("/studies/:studyId", doc("Estudos", "O texto de um estudo", studyText), input("param", studyParams), async (c) =>
    c.json(await readStudy(c.var.ctx, c.req.valid("param").studyId)),
  )
  .put(
    "/studies/:studyId/position",
    doc("Estudos", "Guardar a posição de leitura", done),
    input("param", studyParams),
    input("json", positionInput),
    async (c) => c.json(await savePosition(c.var.ctx, c.req.valid("param").studyId, c.req.valid("json"))),
  )
  .post(
    "/studies/:studyId/readings",
    doc("Estudos", "Guardar o dia em que a peça foi lida na Loja", done),
    input("param", studyParams),
    input("json", readingInput),
    async (c) => c.json(await keepReading(c.var.ctx, c.req.valid("param").studyId, c.req.valid("json"))),
  )
  .delete(
    "/studies/:studyId/readings/:readOn",
    doc("Estudos", "Apagar o dia em que a peça foi lida na Loja", done),
    input("param", readingParams),
    async (c) => c.json(await dropReading(c.var.ctx, c.req.valid("param"))),
  )
  .post(
    "/studies/:studyId/questions/:questionId/answer",
    doc("Estudos", "Responder a uma questão do estudo", judgedAnswer),
    input("param", studyQuestionParams),
    input("json", openAnswerInput),
    async (c) => c.json(await answerStudyQuestion(c.var.ctx, c.req.valid("param"), c.req.valid("json"))),
  );
