import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import { lessonAnswers, questions } from "#app/features/courses/courses.table.ts";
import { documentFiles } from "#app/features/documents/document-sources.service.ts";
import { documentForReader, documentOfNumber, textsShowing } from "#app/features/documents/documents.service.ts";
import { examAttempts, examItems } from "#app/features/exam/exam.table.ts";
import { AppError } from "#app/lib/errors.ts";
import { once } from "#app/lib/once.ts";
import { listInWords } from "#app/lib/text.ts";
import { documentBody } from "../authoring.schema.ts";
import { bodyOfDocument } from "../document-bodies.policy.ts";
import { type FileText, kindOfFiles } from "./files.service.ts";
import { placesIn } from "./lessons.service.ts";

const SHELF = { id: "document", title: "Documentos" };
/** How many of the texts that show a document are named. */
const MOST_NAMED = 5;

/** An excerpt of a primary source with its commentary. */
export const documentKind = kindOfFiles({
  name: "document",
  body: documentBody,
  files: once((): FileText<"document">[] =>
    documentFiles().map((document) => ({ id: document.id, degree: document.degree, body: bodyOfDocument(document) })),
  ),
  parent: () => SHELF,
  parentTitle: () => SHELF.title,
  toCompose: async ({ catalogue }, { ref: { id }, degree }, body) => ({
    ...{ kind: "document", id, degree, body, places: placesIn(catalogue()) },
    neighbour: documentOfNumber(catalogue(), { id, number: body.number }),
  }),
  htmlNow: ({ catalogue }, id, degree) => documentForReader(catalogue(), id, degree)?.html ?? undefined,
  annotated: (id) => ({ notes: { kind: "document", textId: id }, asked: eq(questions.documentId, id) }),
  readers: async (db, id) => {
    const ofDocument = eq(questions.documentId, id);
    const times = sql<number>`count(*)::int`;
    const [[answered], [asked], [running]] = await Promise.all([
      db.select({ times }).from(lessonAnswers).innerJoin(questions, eq(questions.id, lessonAnswers.questionId)).where(ofDocument),
      db
        .select({ times })
        .from(examItems)
        .innerJoin(questions, eq(questions.id, examItems.questionId))
        .where(and(ofDocument, isNotNull(examItems.right))),
      db
        .select({ exams: sql<number>`count(distinct ${examAttempts.id})::int` })
        .from(examItems)
        .innerJoin(questions, eq(questions.id, examItems.questionId))
        .innerJoin(examAttempts, eq(examAttempts.id, examItems.attemptId))
        .where(and(ofDocument, isNull(examAttempts.finishedAt))),
    ]);
    return { answers: answered!.times + asked!.times, exams: running!.exams };
  },
  mayRetire: async (_, ctx, id) => {
    const showing = textsShowing(ctx.catalogue(), id).map((title) => `“${title}”`);
    if (showing.length === 0) return;
    const named = listInWords(showing.slice(0, MOST_NAMED));
    const more = showing.length > MOST_NAMED ? ", e outros textos," : "";
    const shows = showing.length === 1 ? "mostra" : "mostram";
    throw new AppError("conflict", { message: `${named}${more} ${shows} este documento. Tire antes a ligação de lá.` });
  },
});
