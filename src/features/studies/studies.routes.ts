import { doc, input, routes } from "#app/server/http/routes.ts";
import { studyList, studyText } from "./studies.answers.ts";
import { studyParams } from "./studies.schema.ts";
import { listStudies, readStudy } from "./studies.service.ts";

export const studiesRoutes = routes()
  .get("/studies", doc("Estudos", "Os estudos do Rito de York", studyList), (c) => c.json(listStudies(c.var.ctx)))
  .get("/studies/:studyId", doc("Estudos", "O texto de um estudo", studyText), input("param", studyParams), (c) =>
    c.json(readStudy(c.var.ctx, c.req.valid("param").studyId)),
  );
