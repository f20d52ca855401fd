import { judgedAnswer } from "#app/features/courses/courses.answers.ts";
import { openAnswerInput } from "#app/features/courses/courses.schema.ts";
import { done } from "#app/server/http/answers.ts";
import { doc, input, routes } from "#app/server/http/routes.ts";
import { studyList, studyText } from "./studies.answers.ts";
import { positionInput, studyParams, studyQuestionParams } from "./studies.schema.ts";
import { answerStudyQuestion, listStudies, readStudy, savePosition } from "./studies.service.ts";

export const studiesRoutes = routes()
  .get("/studies", doc("Estudos", "Os estudos do Rito de York", studyList), (c) => c.json(listStudies(c.var.ctx)))
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
    "/studies/:studyId/questions/:questionId/answer",
    doc("Estudos", "Responder a uma questão do estudo", judgedAnswer),
    input("param", studyQuestionParams),
    input("json", openAnswerInput),
    async (c) => c.json(await answerStudyQuestion(c.var.ctx, c.req.valid("param"), c.req.valid("json"))),
  );
