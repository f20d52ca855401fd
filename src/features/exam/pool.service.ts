import { randomInt } from "node:crypto";
import { and, asc, eq, inArray, isNotNull, isNull, or, sql } from "drizzle-orm";
import type { Db } from "#app/db/client.ts";
import type { Catalogue } from "#app/features/courses/catalogue.ts";
import { lessons, modules, questionOptions, questions } from "#app/features/courses/courses.table.ts";
import { showOptions } from "#app/features/courses/questions.policy.ts";
import { documentsInLessons } from "#app/features/documents/documents.service.ts";
import type { Degree } from "#app/lib/degrees.ts";
import { drawExam, EXAM_QUESTIONS, type PoolQuestion, shuffled } from "./exam.policy.ts";
import { type AskedQuestion, examAttempts, examItems } from "./exam.table.ts";

/** A question that the exam of a degree may ask, and where it belongs. */
export type PooledQuestion = {
  id: string;
  form: AskedQuestion["form"];
  prompt: string;
  isCase: boolean;
  cluster: string | null;
  undrawnSince: Date | null;
  moduleId: number;
  lessonId: string;
  /** The lesson's title and place. */
  lesson: string;
  number: number;
  document: { id: string; title: string; date: string } | null;
};

/**
 * The pool of a degree's exam, in the order of the course: the `pool` questions of the lessons of its modules, and of the documents that these
 * lessons show, but for those that were retired. What was taken out of the draw is among them.
 */
export async function readPool(db: Db, catalogue: Catalogue, degree: Degree): Promise<PooledQuestion[]> {
  const shown = documentsInLessons(catalogue, degree);
  const ofLesson = and(eq(modules.degree, degree), isNotNull(lessons.number), isNull(lessons.retiredAt));
  const rows = await db
    .select({
      id: questions.id,
      form: questions.form,
      prompt: questions.prompt,
      isCase: sql<boolean>`${questions.scene} is not null`,
      cluster: questions.cluster,
      undrawnSince: questions.undrawnSince,
      documentId: questions.documentId,
      moduleId: lessons.moduleId,
      lessonId: lessons.id,
      lesson: lessons.title,
      number: lessons.number,
    })
    .from(questions)
    .leftJoin(lessons, eq(lessons.id, questions.lessonId))
    .leftJoin(modules, eq(modules.id, lessons.moduleId))
    .where(
      and(eq(questions.use, "pool"), isNull(questions.retiredAt), or(ofLesson, inArray(questions.documentId, [...shown.keys()]))),
    )
    .orderBy(asc(questions.id));
  const order = catalogue.modules.map(({ id }) => id);
  return rows
    .map(({ documentId, moduleId, lessonId, lesson, number, ...row }): PooledQuestion => {
      if (!documentId)
        return { ...row, moduleId: moduleId!, lessonId: lessonId!, lesson: lesson!, number: number!, document: null };
      const { document, lesson: place } = shown.get(documentId)!;
      const { id, title, date } = document;
      return {
        ...row,
        moduleId: place.moduleId,
        lessonId: place.id,
        lesson: place.title,
        number: place.number,
        document: { id, title, date },
      };
    })
    .toSorted((a, b) => order.indexOf(a.moduleId) - order.indexOf(b.moduleId) || a.number - b.number);
}

/** As good as dice: what is drawn, and in which order options are shown, is not to be guessed. */
const random = (): number => randomInt(2 ** 32) / 2 ** 32;

/** What an attempt asks, in its order. */
export type DrawnItem = Pick<PooledQuestion, "moduleId" | "lessonId"> & { questionId: string; asked: AskedQuestion };

/** Draws a member's exam. @returns fewer questions than an exam has where the pool has no more */
export async function drawItems(tx: Db, catalogue: Catalogue, userId: string, degree: Degree): Promise<DrawnItem[]> {
  const pool = (await readPool(tx, catalogue, degree)).filter(({ undrawnSince }) => undrawnSince === null);
  const met = await countMet(tx, userId);
  const candidates = pool.map(
    ({ id, moduleId, lessonId, document, isCase, cluster }): PoolQuestion => ({
      id,
      moduleId,
      lessonId,
      documentId: document?.id ?? null,
      isCase,
      cluster,
      met: met.get(id) ?? 0,
    }),
  );
  const strata = catalogue.modules
    .filter((module) => module.degree === degree)
    .map((module) => ({ moduleId: module.id, lessons: module.lessons.length }));
  const drawn = drawExam(candidates, strata, EXAM_QUESTIONS, random);
  const ids = drawn.map(({ id }) => id);
  const asked = await readAsked(tx, ids);
  const byId = new Map(pool.map((question) => [question.id, question]));
  return ids.map((id) => {
    const { moduleId, lessonId, document } = byId.get(id)!;
    return { questionId: id, moduleId, lessonId, asked: { ...asked.get(id)!, ...(document && { document }) } };
  });
}

/** In how many of a member's attempts each question was asked. */
async function countMet(tx: Db, userId: string): Promise<Map<string, number>> {
  const rows = await tx
    .select({ id: examItems.questionId, count: sql<number>`count(*)::int` })
    .from(examItems)
    .innerJoin(examAttempts, eq(examAttempts.id, examItems.attemptId))
    .where(eq(examAttempts.userId, userId))
    .groupBy(examItems.questionId);
  return new Map(rows.map(({ id, count }) => [id, count]));
}

/** The questions with their options, as this attempt asks them. */
async function readAsked(tx: Db, ids: string[]): Promise<Map<string, AskedQuestion>> {
  const rows = await tx
    .select({ question: questions, option: questionOptions })
    .from(questions)
    .innerJoin(questionOptions, eq(questionOptions.questionId, questions.id))
    .where(and(inArray(questions.id, ids), isNotNull(questionOptions.position)))
    .orderBy(asc(questionOptions.position));
  return new Map(
    ids.map((id) => {
      const own = rows.filter(({ question }) => question.id === id);
      const { form, scene, prompt, kind, passage, explanation } = own[0]!.question;
      const options = own.map(({ option: { id, side, text, right, why } }) => ({ id, side, text, right, why }));
      const shown = showOptions({ form, options }, (rest) => shuffled(rest, random)).map((option) => option.id);
      return [id, { form, scene, prompt, kind, passage, explanation, options, shown }];
    }),
  );
}
