import { judgedAnswer } from "#app/features/courses/courses.answers.ts";
import { openAnswerInput } from "#app/features/courses/courses.schema.ts";
import { doc, input, routes } from "#app/server/http/routes.ts";
import { documentList, documentText } from "./documents.answers.ts";
import { documentParams, documentQuestionParams } from "./documents.schema.ts";
import { answerDocumentQuestion, listDocuments, readDocument } from "./documents.service.ts";

export const documentsRoutes = routes()
  .get("/documents", doc("Documentos", "Os documentos que o grau do membro permite ler", documentList), (c) =>
    c.json(listDocuments(c.var.ctx)),
  )
  .get("/documents/:documentId", doc("Documentos", "Um documento", documentText), input("param", documentParams), async (c) =>
    c.json(await readDocument(c.var.ctx, c.req.valid("param").documentId)),
  )
  .post(
    "/documents/:documentId/questions/:questionId/answer",
    doc("Documentos", "Responder a uma questão do documento", judgedAnswer),
    input("param", documentQuestionParams),
    input("json", openAnswerInput),
    async (c) => c.json(await answerDocumentQuestion(c.var.ctx, c.req.valid("param"), c.req.valid("json"))),
  );
