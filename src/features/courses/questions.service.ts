import { and, asc, eq, inArray, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import { type Db, preparedOnce, QUICK } from "#app/db/client.ts";
import { questionsInExam, refuseQuestionInExam } from "#app/features/exam/running-questions.service.ts";
import { meetDocument, meetQuestions } from "#app/features/review/meet.service.ts";
import { AppError } from "#app/lib/errors.ts";
import { type Ctx, requireActor } from "#app/server/context.ts";
import { type CatalogueQuestion, gatherQuestions } from "./catalogue.ts";
import type { CheckDetail, JudgedAnswer, OpenQuestion } from "./courses.answers.ts";
import type { OpenAnswerInput } from "./courses.schema.ts";
import { lessonAnswers, questionOptions, questions } from "./courses.table.ts";
import { judge, showOptions, type Verdict } from "./questions.policy.ts";
import { shuffleFor } from "./shuffle.ts";

/** What questions belong to that are answered on its page, besides lessons. */
export type QuestionsSource = { documentId: string } | { studyId: string };

/**
 * The options in an order that is not the right one, without what tells which is right.
 * @param seed the member's id, so that the order is their own at every visit; anything more makes another order
 */
export function presentCheck({ id: questionId, form, scene, prompt, options }: CatalogueQuestion, seed: string): CheckDetail {
  const named = ({ id, text }: CatalogueQuestion["options"][number]) => ({ id, text });
  const lefts = options.filter(({ side }) => side === "left");
  const shown = showOptions({ form, options }, (rest) => shuffleFor(`${seed}:${questionId}`, rest));
  return { form, scene, prompt, lefts: lefts.map(named), options: shown.map(named) };
}

/** The questions of a document or a study as a member sees them. Whether they may read it is the caller's matter. */
export async function presentQuestions(ctx: Ctx, source: QuestionsSource): Promise<OpenQuestion[]> {
  const { id: userId } = requireActor(ctx);
  const own = await readQuestions(ctx, source);
  const ids = own.map(({ id }) => id);
  const [answered, asked] = await Promise.all([
    ctx.db
      .selectDistinct({ id: lessonAnswers.questionId })
      .from(lessonAnswers)
      .where(and(eq(lessonAnswers.userId, userId), eq(lessonAnswers.right, true), inArray(lessonAnswers.questionId, ids))),
    questionsInExam(ctx.db, userId, ids),
  ]);
  const solved = new Set(answered.map(({ id }) => id));
  return own.map((question) => {
    const { id } = question;
    return { id, ...presentCheck(question, userId), solved: solved.has(id), inExam: asked.has(id) };
  });
}

/**
 * Judges an answer to a question of a document or a study, and keeps it.
 * @throws AppError not_found when the question is not one of it, or the answer is none to it; exam_question; too_many_tries
 */
export async function answerQuestion(
  ctx: Ctx,
  source: QuestionsSource,
  questionId: string,
  { given, key }: OpenAnswerInput,
): Promise<JudgedAnswer> {
  const { id: userId } = requireActor(ctx);
  const question = (await readQuestions(ctx, source)).find(({ id }) => id === questionId);
  if (!question) throw new AppError("not_found");
  const verdict = await judgeOutsideExam(ctx.db, userId, question, given);
  if (!verdict) throw new AppError("not_found");
  await ctx.limits.take("answer", userId); // each one is a row
  const { right, why, placed } = verdict;
  await ctx.db.transaction(async (tx) => {
    if (!right && !(await hasSolved(tx, userId, questionId))) await meetQuestions(tx, userId, [questionId]);
    if ("documentId" in source) await meetDocument(tx, userId, source.documentId);
    await keepAnswer(tx, { userId, questionId, given, key }, verdict);
  });
  return { right, why, placed, others: whysBeside(question, verdict) };
}

/**
 * Judges an answer that is given on the page of a lesson, a document or a study.
 * @returns undefined when the answer is none to the question
 * @throws AppError exam_question
 */
export async function judgeOutsideExam(
  db: Db,
  userId: string,
  question: CatalogueQuestion,
  given: readonly string[],
): Promise<Verdict | undefined> {
  await refuseQuestionInExam(db, userId, question.id);
  return judge(question, given);
}

type Given = { userId: string; questionId: string; given: string[]; key?: string | undefined };

/** Keeps an answer to a question, once by its key: the alternative, where one alone was chosen; else all that was given. */
export async function keepAnswer(tx: Db, { given, ...whose }: Given, { right, chosen }: Verdict): Promise<void> {
  const { userId, questionId, key } = whose;
  const same = (answer: string) =>
    and(eq(lessonAnswers.userId, userId), eq(lessonAnswers.questionId, questionId), eq(lessonAnswers.key, answer));
  if (key && (await tx.$count(lessonAnswers, same(key))) > 0) return;
  await tx.insert(lessonAnswers).values({ ...whose, right, ...(chosen.length === 1 ? { optionId: chosen[0]!.id } : { given }) });
}

/**
 * What explains alternatives, besides the `why` of a single one chosen: after a right answer all of them, before it those of several that were
 * chosen.
 * @param all also before it
 */
export function whysBeside({ options }: CatalogueQuestion, verdict: Verdict, all = verdict.right): JudgedAnswer["others"] {
  const chosen = verdict.chosen.map(({ id }) => id);
  const told = chosen.length === 1 ? chosen[0] : undefined;
  return options.flatMap(({ id, why }) => (why && id !== told && (all || (!told && chosen.includes(id))) ? [{ id, why }] : []));
}

const hasSolved = async (db: Db, userId: string, questionId: string): Promise<boolean> =>
  (await db.$count(
    lessonAnswers,
    and(eq(lessonAnswers.userId, userId), eq(lessonAnswers.questionId, questionId), eq(lessonAnswers.right, true)),
  )) > 0;

const readQuestions = async ({ db }: Ctx, source: QuestionsSource): Promise<CatalogueQuestion[]> => {
  const belongs = "documentId" in source ? eq(questions.documentId, source.documentId) : eq(questions.studyId, source.studyId);
  return gatherQuestions(await findQuestions(db, belongs));
};

const byIdQuery = preparedOnce((db: Db) =>
  findQuestions(db, sql`${questions.id} = any(${sql.placeholder("ids")}::text[])`).prepare(`${QUICK}questions_by_id`),
);

/** The questions of these ids with their options; those that were retired are left out. */
export const questionsById = async (db: Db, ids: string[]): Promise<CatalogueQuestion[]> =>
  ids.length === 0 ? [] : gatherQuestions(await byIdQuery(db).execute({ ids }));

export const questionById = async (db: Db, id: string): Promise<CatalogueQuestion | undefined> =>
  (await questionsById(db, [id]))[0];

const findQuestions = (db: Db, which: SQL) =>
  db
    .select({ question: questions, option: questionOptions })
    .from(questions)
    .innerJoin(questionOptions, eq(questionOptions.questionId, questions.id))
    .where(and(which, isNull(questions.retiredAt), isNotNull(questionOptions.position)))
    .orderBy(asc(questions.id), asc(questionOptions.position));
