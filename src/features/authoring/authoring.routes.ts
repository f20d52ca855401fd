import type { MiddlewareHandler } from "hono";
import { z } from "zod";
import { sendFile } from "#app/server/files/send-file.ts";
import { done, file } from "#app/server/http/answers.ts";
import { freshProof } from "#app/server/http/fresh-proof.ts";
import { type AppEnv, administrators, doc, input, routes } from "#app/server/http/routes.ts";
import {
  authorList,
  bodyOfText,
  opened,
  outline,
  outlineReaders,
  presence,
  preview,
  questionFigures,
  questionsOfText,
  readersOfChange,
  saved,
  textDetail,
  uploadedPicture,
} from "./authoring.answers.ts";
import {
  askedTextInput,
  authorInput,
  moduleInput,
  moduleParams,
  moveInput,
  newLessonInput,
  newModuleInput,
  newTextInput,
  outlineInput,
  pictureDegree,
  pictureParams,
  previewInput,
  publishInput,
  remarkInput,
  remarkParams,
  restoreInput,
  retireInput,
  returnInput,
  saveInput,
  settleInput,
  subjectId,
  submitInput,
  textParams,
  versionInput,
} from "./authoring.schema.ts";
import { giveAuthorPart, listAuthors, requireWriter } from "./authors.service.ts";
import {
  addRemark,
  discardDraft,
  lookAtDraft,
  previewText,
  readCopy,
  readText,
  readVersion,
  restoreVersion,
  returnDraft,
  saveDraft,
  settleConflict,
  settleRemark,
  startLesson,
  startQuestion,
  startText,
  submitDraft,
  unscheduleDraft,
} from "./drafts.service.ts";
import { changeModule, moveModule, removeModule, startModule } from "./modules.service.ts";
import { readOutline, readOutlineReaders, readQuestions } from "./outline.service.ts";
import { uploadPicture } from "./pictures/picture-files.ts";
import { readPicture } from "./pictures/pictures.service.ts";
import { publishDraft } from "./publication.service.ts";
import { readQuestionFigures, readReadersOfChange } from "./readers.service.ts";
import { moveLesson, retireText } from "./structure.service.ts";

/** Refuses who neither writes nor administers before the input is looked at; the verb says of which degree. */
const writers: MiddlewareHandler<AppEnv> = async (c, next) => {
  await requireWriter(c.var.ctx);
  await next();
};

const TAG = "Conteúdo";
const ONE = "/authoring/texts/:kind/:id";
const lessonParams = z.strictObject({ id: subjectId });
const versionParams = textParams.extend({ number: z.coerce.number().int().min(1).max(100_000) });
const copyParams = textParams.extend({ copyId: z.uuid() });

const administration = routes()
  .get("/admin/authors", doc(TAG, "Quem escreve e quem revisa (administração)", authorList), administrators, async (c) =>
    c.json(await listAuthors(c.var.ctx)),
  )
  .put(
    "/admin/authors",
    doc(TAG, "Dar ou tirar o papel de autor ou revisor (administração)", authorList),
    administrators,
    freshProof,
    input("json", authorInput),
    async (c) => c.json(await giveAuthorPart(c.var.ctx, c.req.valid("json"))),
  );

const course = routes()
  .get(
    "/authoring/outline",
    doc(TAG, "O curso de um grau, para quem o escreve", outline),
    writers,
    input("query", outlineInput),
    async (c) => c.json(await readOutline(c.var.ctx, c.req.valid("query").degree)),
  )
  .get(
    "/authoring/readers",
    doc(TAG, "Até onde se lê cada lição, e como vão as questões", outlineReaders),
    writers,
    input("query", outlineInput),
    async (c) => c.json(await readOutlineReaders(c.var.ctx, c.req.valid("query").degree)),
  )
  .post("/authoring/lessons", doc(TAG, "Começar uma lição", opened), writers, input("json", newLessonInput), async (c) =>
    c.json(await startLesson(c.var.ctx, c.req.valid("json"))),
  )
  .post(
    "/authoring/lessons/:id/move",
    doc(TAG, "Mudar uma lição de lugar", done),
    writers,
    input("param", lessonParams),
    input("json", moveInput),
    async (c) => c.json(await moveLesson(c.var.ctx, c.req.valid("param").id, c.req.valid("json").number)),
  )
  .post("/authoring/modules", doc(TAG, "Começar um módulo", opened), writers, input("json", newModuleInput), async (c) =>
    c.json(await startModule(c.var.ctx, c.req.valid("json"))),
  )
  .put(
    "/authoring/modules/:id",
    doc(TAG, "Mudar o título, a descrição e os pré-requisitos de um módulo", done),
    writers,
    input("param", moduleParams),
    input("json", moduleInput),
    async (c) => c.json(await changeModule(c.var.ctx, c.req.valid("param").id, c.req.valid("json"))),
  )
  .post(
    "/authoring/modules/:id/move",
    doc(TAG, "Mudar um módulo de lugar no seu grau", done),
    writers,
    input("param", moduleParams),
    input("json", moveInput),
    async (c) => c.json(await moveModule(c.var.ctx, c.req.valid("param").id, c.req.valid("json").number)),
  )
  .delete(
    "/authoring/modules/:id",
    doc(TAG, "Apagar um módulo que nunca teve lições", done),
    writers,
    input("param", moduleParams),
    async (c) => c.json(await removeModule(c.var.ctx, c.req.valid("param").id)),
  )
  .get(
    "/authoring/questions",
    doc(TAG, "As questões de um texto", questionsOfText),
    writers,
    input("query", askedTextInput),
    async (c) => c.json(await readQuestions(c.var.ctx, c.req.valid("query"))),
  )
  .post(
    "/authoring/texts",
    doc(TAG, "Começar um texto que não está em módulo", opened),
    writers,
    input("json", newTextInput),
    async (c) => c.json(await startText(c.var.ctx, c.req.valid("json"))),
  )
  .post("/authoring/questions", doc(TAG, "Começar uma questão", opened), writers, input("json", askedTextInput), async (c) =>
    c.json(await startQuestion(c.var.ctx, c.req.valid("json"))),
  )
  .get(
    "/authoring/questions/:id/figures",
    doc(TAG, "Como uma questão foi respondida", questionFigures),
    writers,
    input("param", lessonParams),
    async (c) => c.json(await readQuestionFigures(c.var.ctx, c.req.valid("param").id)),
  );

const texts = routes()
  .get(
    ONE,
    doc(TAG, "Um texto, com o seu rascunho e a sua história", textDetail),
    writers,
    input("param", textParams),
    async (c) => c.json(await readText(c.var.ctx, c.req.valid("param"))),
  )
  .put(ONE, doc(TAG, "Guardar o rascunho", saved), writers, input("param", textParams), input("json", saveInput), async (c) =>
    c.json(await saveDraft(c.var.ctx, c.req.valid("param"), c.req.valid("json"))),
  )
  .post(
    `${ONE}/preview`,
    doc(TAG, "Ver o texto como será lido, com os reparos", preview),
    writers,
    input("param", textParams),
    input("json", previewInput),
    async (c) => c.json(await previewText(c.var.ctx, c.req.valid("param"), c.req.valid("json").body)),
  )
  .post(`${ONE}/look`, doc(TAG, "Dizer que se tem o rascunho aberto", presence), writers, input("param", textParams), async (c) =>
    c.json(await lookAtDraft(c.var.ctx, c.req.valid("param"))),
  )
  .get(
    `${ONE}/readers`,
    doc(TAG, "O que a publicação faz a quem estuda", readersOfChange),
    writers,
    input("param", textParams),
    async (c) => c.json(await readReadersOfChange(c.var.ctx, c.req.valid("param"))),
  )
  .get(`${ONE}/versions/:number`, doc(TAG, "Uma versão", bodyOfText), writers, input("param", versionParams), async (c) => {
    const { number, ...ref } = c.req.valid("param");
    return c.json(await readVersion(c.var.ctx, ref, number));
  })
  .get(
    `${ONE}/copies/:copyId`,
    doc(TAG, "Um rascunho que deu lugar a outro", bodyOfText),
    writers,
    input("param", copyParams),
    async (c) => {
      const { copyId, ...ref } = c.req.valid("param");
      return c.json(await readCopy(c.var.ctx, ref, copyId));
    },
  );

const decisions = routes()
  .post(
    `${ONE}/submit`,
    doc(TAG, "Enviar para revisão", done),
    writers,
    input("param", textParams),
    input("json", submitInput),
    async (c) => c.json(await submitDraft(c.var.ctx, c.req.valid("param"), c.req.valid("json"))),
  )
  .post(
    `${ONE}/return`,
    doc(TAG, "Devolver ao autor", done),
    writers,
    input("param", textParams),
    input("json", returnInput),
    async (c) => c.json(await returnDraft(c.var.ctx, c.req.valid("param"), c.req.valid("json"))),
  )
  .post(
    `${ONE}/publish`,
    doc(TAG, "Publicar, agora ou em hora marcada", opened),
    writers,
    input("param", textParams),
    input("json", publishInput),
    async (c) => c.json(await publishDraft(c.var.ctx, c.req.valid("param"), c.req.valid("json"))),
  )
  .post(
    `${ONE}/unschedule`,
    doc(TAG, "Desfazer a hora marcada", done),
    writers,
    input("param", textParams),
    input("json", versionInput),
    async (c) => c.json(await unscheduleDraft(c.var.ctx, c.req.valid("param"), c.req.valid("json").version)),
  )
  .post(
    `${ONE}/discard`,
    doc(TAG, "Descartar o rascunho", done),
    writers,
    input("param", textParams),
    input("json", versionInput),
    async (c) => c.json(await discardDraft(c.var.ctx, c.req.valid("param"), c.req.valid("json").version)),
  )
  .post(
    `${ONE}/restore`,
    doc(TAG, "Começar um rascunho de uma versão", done),
    writers,
    input("param", textParams),
    input("json", restoreInput),
    async (c) => c.json(await restoreVersion(c.var.ctx, c.req.valid("param"), c.req.valid("json").number)),
  )
  .post(
    `${ONE}/retire`,
    doc(TAG, "Retirar do curso, ou trazer de volta", done),
    writers,
    input("param", textParams),
    input("json", retireInput),
    async (c) => c.json(await retireText(c.var.ctx, c.req.valid("param"), c.req.valid("json").retired)),
  )
  .post(
    `${ONE}/settle`,
    doc(TAG, "Decidir sobre o que o repositório trouxe", done),
    writers,
    input("param", textParams),
    input("json", settleInput),
    async (c) => c.json(await settleConflict(c.var.ctx, c.req.valid("param"), c.req.valid("json").take)),
  )
  .post(
    `${ONE}/remarks`,
    doc(TAG, "Fazer um reparo", done),
    writers,
    input("param", textParams),
    input("json", remarkInput),
    async (c) => c.json(await addRemark(c.var.ctx, c.req.valid("param"), c.req.valid("json"))),
  )
  .post(
    `${ONE}/remarks/:remarkId/settle`,
    doc(TAG, "Dar um reparo por resolvido", done),
    writers,
    input("param", remarkParams),
    async (c) => {
      const { remarkId, ...ref } = c.req.valid("param");
      return c.json(await settleRemark(c.var.ctx, ref, remarkId));
    },
  );

const pictures = routes()
  .post(
    "/authoring/pictures/:degree",
    doc(TAG, "Enviar uma imagem para os textos de um grau, como corpo da requisição", uploadedPicture),
    writers,
    input("param", pictureDegree),
    async (c) => c.json(await uploadPicture(c.var.ctx, c.req.valid("param").degree, c.req.raw)),
  )
  .get("/pictures/:id", doc(TAG, "Uma imagem de um texto", file("image/webp")), input("param", pictureParams), async (c) =>
    sendFile(c, await readPicture(c.var.ctx, c.req.valid("param").id)),
  );

export const authoringRoutes = routes()
  .route("/", administration)
  .route("/", course)
  .route("/", texts)
  .route("/", decisions)
  .route("/", pictures);
