import { doc, input, routes, sendEncoded } from "#app/server/http/routes.ts";
import {
  answerResult,
  type LessonText,
  lessonDetail,
  lessonText,
  moduleDetail,
  moduleList,
  progressResult,
} from "./courses.answers.ts";
import { lessonAnswerInput, lessonParams, moduleParams, progressInput } from "./courses.schema.ts";
import { readLesson, readLessonText } from "./lessons.service.ts";
import { listModules, readModule } from "./modules.service.ts";
import { answerCheck, saveProgress } from "./progress.service.ts";

export const coursesRoutes = routes()
  .get("/modules", doc("Cursos", "Módulos com o progresso do membro", moduleList), async (c) =>
    c.json(await listModules(c.var.ctx)),
  )
  .get("/modules/:moduleId", doc("Cursos", "Um módulo e suas lições", moduleDetail), input("param", moduleParams), async (c) =>
    c.json(await readModule(c.var.ctx, c.req.valid("param").moduleId)),
  )
  .get(
    "/modules/:moduleId/lessons/:number",
    doc("Cursos", "Uma lição", lessonDetail),
    input("param", lessonParams),
    async (c) => {
      const { moduleId, number } = c.req.valid("param");
      return c.json(await readLesson(c.var.ctx, moduleId, number));
    },
  )
  .get(
    "/modules/:moduleId/lessons/:number/text",
    doc("Cursos", "O texto de uma lição", lessonText),
    input("param", lessonParams),
    async (c) => {
      const { moduleId, number } = c.req.valid("param");
      return sendEncoded<LessonText>(c, await readLessonText(c.var.ctx, moduleId, number));
    },
  )
  .put(
    "/modules/:moduleId/lessons/:number/progress",
    doc("Cursos", "Guardar a posição de leitura", progressResult),
    input("param", lessonParams),
    input("json", progressInput),
    async (c) => {
      const { moduleId, number } = c.req.valid("param");
      return c.json(await saveProgress(c.var.ctx, moduleId, number, c.req.valid("json")));
    },
  )
  .post(
    "/modules/:moduleId/lessons/:number/answer",
    doc("Cursos", "Responder à questão da lição", answerResult),
    input("param", lessonParams),
    input("json", lessonAnswerInput),
    async (c) => {
      const { moduleId, number } = c.req.valid("param");
      return c.json(await answerCheck(c.var.ctx, moduleId, number, c.req.valid("json")));
    },
  );
