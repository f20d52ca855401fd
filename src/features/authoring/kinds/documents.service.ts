import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import { lessonAnswers, questions } from "#app/features/courses/courses.table.ts";
import { documentFiles } from "#app/features/documents/document-sources.service.ts";
import { documentForReader, documentOfNumber, textsShowing } from "#app/features/documents/documents.service.ts";
import { examAttempts, examItems } from "#app/features/exam/exam.table.ts";
import { once } from "#app/lib/once.ts";
import { documentBody } from "../authoring.schema.ts";
import { SHELF_WORDS } from "../authoring-words.ts";
import { bodyOfDocument } from "../document-bodies.policy.ts";
import { type FileText, kindOfFiles, refuseWhileNamed } from "./files.service.ts";
import { placesIn } from "./lessons.service.ts";

const SHELF = { id: "document", title: SHELF_WORDS.document.title };

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
  mayRetire: async (_, ctx, id) => refuseWhileNamed("este documento", textsShowing(ctx.catalogue(), id)),
});
