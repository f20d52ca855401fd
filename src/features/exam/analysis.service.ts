import { and, eq, inArray, isNotNull, sql } from "drizzle-orm";
import type { Db } from "#app/db/client.ts";
import { LOCKS } from "#app/db/locks.ts";
import { recordAudit } from "#app/features/audit/audit.service.ts";
import { questionOptions, questions } from "#app/features/courses/courses.table.ts";
import { isAnsweredBy, QUESTION_FORMS } from "#app/features/courses/question-forms.policy.ts";
import { DEGREES, type Degree } from "#app/lib/degrees.ts";
import { AppError } from "#app/lib/errors.ts";
import { type Ctx, requireAdmin, requireAdminOf } from "#app/server/context.ts";
import type { QuestionAnalysis, QuestionDetail } from "./analysis.answers.ts";
import { EXAM_QUESTIONS, judgeItem } from "./exam.policy.ts";
import type { DrawInput } from "./exam.schema.ts";
import { examAttempts, examItems } from "./exam.table.ts";
import { type PooledQuestion, readPool } from "./pool.service.ts";
import { refuseQuestionInExam } from "./running-questions.service.ts";

/**
 * How each question of a degree's pool has done in the exams that are marked; two queries, whatever the number of questions.
 *
 * Facility: the share of right answers among all times it was shown, blanks being wrong (Moodle's "facility index", the mean of the
 * item's score over its maximum). Discrimination: the point-biserial correlation between the item's score (0 or 1) and the rest of the
 * attempt, that is the attempt's right answers without this item: r = (M1 − M0) / s · √(p · q), with M1 and M0 the mean rests of those who
 * answered rightly and wrongly, s the standard deviation of the rests, p the facility and q = 1 − p. That is Pearson's r of the two columns,
 * PostgreSQL's `corr`; without the rest, an item would correlate with itself (Moodle's "discrimination index" corrects alike). It is null when
 * all answered alike, or all rests are the same.
 * Sources: https://docs.moodle.org/dev/Quiz_statistics_calculations; Crocker and Algina, Introduction to Classical and Modern Test Theory, 1986, chapter 14.
 * @throws AppError forbidden; locked for a degree above the administrator's
 */
export async function analyseQuestions(ctx: Ctx, degree: Degree): Promise<QuestionAnalysis> {
  requireAdminOf(ctx, degree);
  const [pool, marked] = await Promise.all([readPool(ctx.db, ctx.catalogue(), degree), readMarked(ctx.db)]);
  return {
    questions: pool.map(({ id, form, prompt, moduleId, lesson, document, undrawnSince }) => {
      const { shown, rightCount, discrimination } = marked.get(id) ?? { shown: 0, rightCount: 0, discrimination: null };
      const facility = shown > 0 ? rightCount / shown : null;
      return {
        id,
        form,
        prompt,
        moduleId,
        lesson,
        document: document?.title ?? null,
        drawn: undrawnSince === null,
        shown,
        rightCount,
        facility,
        discrimination,
        marks: judgeItem({ shown, facility, discrimination }),
      };
    }),
  };
}

type Marked = { shown: number; rightCount: number; discrimination: number | null };

/** How questions did in all exams that are marked, by id; without a choice of ids, all of them. */
export async function readMarked(db: Db, ids?: string[]): Promise<Map<string, Marked>> {
  const rows = await db
    .select({
      id: examItems.questionId,
      shown: sql<number>`count(*)::int`,
      rightCount: sql<number>`count(*) filter (where ${examItems.right})::int`,
      discrimination: sql<number | null>`corr(${examItems.right}::int, ${examAttempts.rightCount} - ${examItems.right}::int)`,
    })
    .from(examItems)
    .innerJoin(examAttempts, eq(examAttempts.id, examItems.attemptId))
    .where(and(isNotNull(examAttempts.finishedAt), ids && inArray(examItems.questionId, ids)))
    .groupBy(examItems.questionId);
  return new Map(rows.map(({ id, ...row }) => [id, row]));
}

/**
 * Which answer draws whom: of each that was given, how often, and the mean of the rest of those attempts, in right answers per question. A
 * wrong answer that draws the strong says that the question misleads.
 * @throws AppError forbidden, not_found, locked, exam_question
 */
export async function analyseQuestion(ctx: Ctx, questionId: string): Promise<QuestionDetail> {
  const { id: actorId } = requireAdminOf(ctx, (await findPools(ctx, ctx.db, questionId)).degree);
  await refuseQuestionInExam(ctx.db, actorId, questionId);
  return readAnswers(ctx.db, questionId);
}

/** The answers to a question in the exams that are marked. @throws AppError not_found */
export async function readAnswers(db: Db, questionId: string): Promise<QuestionDetail> {
  const [options, answers] = await Promise.all([
    db.select().from(questionOptions).where(eq(questionOptions.questionId, questionId)),
    db
      .select({
        given: givenTogether,
        right: sql<boolean>`bool_or(${examItems.right})`,
        count: sql<number>`count(*)::int`,
        rest: sql<number>`avg(${examAttempts.rightCount} - ${examItems.right}::int)::float8`,
      })
      .from(examItems)
      .innerJoin(examAttempts, eq(examAttempts.id, examItems.attemptId))
      .where(and(eq(examItems.questionId, questionId), sql`${examAttempts.finishedAt} is not null`))
      .groupBy(givenTogether)
      .orderBy(sql`count(*) desc`, givenTogether)
      .limit(MOST_ANSWERS),
  ]);
  if (options.length === 0) throw new AppError("not_found");
  const textOf = new Map(options.map(({ id, text }) => [id, text]));
  return {
    answers: answers.map(({ given, right, count, rest }) => ({
      text: given ? given.map((id) => textOf.get(id) ?? "sem resposta").join(" · ") : "Em branco",
      right,
      count,
      restFacility: rest / (EXAM_QUESTIONS - 1),
    })),
    // alternatives that nobody chose draw nobody, which is worth knowing, too
    unchosen: options
      .filter(
        ({ id, right, position }) => right !== null && position !== null && !answers.some(({ given }) => given?.includes(id)),
      )
      .map(({ text, right }) => ({ text, right: right === true })),
  };
}

/** In the statement's words and not as parameters: the same expression is selected and grouped by. */
const formsAnsweredBy = (marks: boolean) =>
  sql.raw(
    QUESTION_FORMS.filter((form) => isAnsweredBy(form, "marks") === marks)
      .map((form) => `'${form}'`)
      .join(", "),
  );

/** The same alternatives are one answer, in whichever order they were marked. */
const givenTogether = sql<string[] | null>`case
  when ${examItems.asked} ->> 'form' in (${formsAnsweredBy(true)})
    then (select jsonb_agg(part.value order by part.value) from jsonb_array_elements(${examItems.given}) as part)
  when ${examItems.asked} ->> 'form' in (${formsAnsweredBy(false)}) then ${examItems.given} end`;

/** Of orders and pairs there may be a hundred; the most frequent ones say what is to be known. */
const MOST_ANSWERS = 12;

/**
 * Takes a question out of the draw, or puts it back; running and past attempts keep it.
 * @throws AppError forbidden, not_found, locked, pool_too_small
 */
export async function setQuestionDrawn(ctx: Ctx, questionId: string, { drawn }: DrawInput): Promise<{ ok: true }> {
  const actor = requireAdmin(ctx);
  await ctx.db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${LOCKS.examPool})`); // one at a time, as what is left is counted
    const { degree, prompt, pools } = await findPools(ctx, tx, questionId);
    requireAdminOf(ctx, degree);
    const left = (pool: PooledQuestion[]) => pool.filter(({ id, undrawnSince }) => id !== questionId && !undrawnSince).length;
    if (!drawn && pools.some((pool) => left(pool) < EXAM_QUESTIONS)) throw new AppError("pool_too_small");
    await tx
      .update(questions)
      .set({ undrawnSince: drawn ? null : sql`coalesce(${questions.undrawnSince}, now())` })
      .where(eq(questions.id, questionId));
    const action = drawn ? "question.draw" : "question.undraw";
    await recordAudit(tx, {
      actorId: actor.id,
      action,
      targetType: "question",
      targetId: questionId,
      details: { title: prompt, contentDegree: degree },
    });
  });
  return { ok: true };
}

/** The pools that have a question, and the lowest degree among them: who has that one may read it. @throws AppError not_found */
async function findPools(
  ctx: Ctx,
  db: Db,
  questionId: string,
): Promise<{ degree: Degree; prompt: string; pools: PooledQuestion[][] }> {
  const pools: PooledQuestion[][] = [];
  let found: { degree: Degree; prompt: string } | undefined;
  for (const degree of DEGREES) {
    const pool = await readPool(db, ctx.catalogue(), degree);
    const question = pool.find(({ id }) => id === questionId);
    if (!question) continue;
    pools.push(pool);
    found ??= { degree, prompt: question.prompt };
  }
  if (!found) throw new AppError("not_found");
  return { ...found, pools };
}
