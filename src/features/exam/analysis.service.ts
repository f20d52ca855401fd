import { and, asc, eq, isNull, sql } from "drizzle-orm";
import { recordAudit } from "#app/features/audit/audit.service.ts";
import { lessons, modules, questionOptions, questions } from "#app/features/courses/courses.table.ts";
import type { Degree } from "#app/lib/degrees.ts";
import { AppError } from "#app/lib/errors.ts";
import { type Ctx, requireAdmin } from "#app/server/context.ts";
import type { QuestionAnalysis, QuestionDetail } from "./analysis.answers.ts";
import { EXAM_QUESTIONS, judgeItem } from "./exam.policy.ts";
import type { DrawInput } from "./exam.schema.ts";
import { examAttempts, examItems } from "./exam.table.ts";

/**
 * How each question of a degree's pool has done in the exams that are marked; one query, whatever the number of questions.
 *
 * Facility: the share of right answers among all times it was shown, blanks being wrong (Moodle's "facility index", the mean of the
 * item's score over its maximum). Discrimination: the point-biserial correlation between the item's score (0 or 1) and the rest of the
 * attempt, that is the attempt's right answers without this item: r = (M1 − M0) / s · √(p · q), with M1 and M0 the mean rests of those who
 * answered rightly and wrongly, s the standard deviation of the rests, p the facility and q = 1 − p. That is Pearson's r of the two columns,
 * PostgreSQL's `corr`; without the rest, an item would correlate with itself (Moodle's "discrimination index" corrects alike). It is null when
 * all answered alike, or all rests are the same.
 * Sources: https://docs.moodle.org/dev/Quiz_statistics_calculations; Crocker and Algina, Introduction to Classical and Modern Test Theory, 1986, chapter 14.
 * @throws AppError forbidden
 */
export async function analyseQuestions(ctx: Ctx, degree: Degree): Promise<QuestionAnalysis> {
  requireAdmin(ctx);
  const marked = ctx.db
    .select({
      questionId: examItems.questionId,
      shown: sql<number>`count(*)::int`.as("shown"),
      rightCount: sql<number>`count(*) filter (where ${examItems.right})::int`.as("right_answers"),
      discrimination: sql<number | null>`corr(
        ${examItems.right}::int, ${examAttempts.rightCount} - ${examItems.right}::int)`.as("discrimination"),
    })
    .from(examItems)
    .innerJoin(examAttempts, eq(examAttempts.id, examItems.attemptId))
    .where(sql`${examAttempts.finishedAt} is not null`)
    .groupBy(examItems.questionId)
    .as("marked");
  const rows = await ctx.db
    .select({
      id: questions.id,
      form: questions.form,
      prompt: questions.prompt,
      moduleId: lessons.moduleId,
      lesson: lessons.title,
      undrawnSince: questions.undrawnSince,
      shown: marked.shown,
      rightCount: marked.rightCount,
      discrimination: marked.discrimination,
    })
    .from(questions)
    .innerJoin(lessons, eq(lessons.id, questions.lessonId))
    .innerJoin(modules, eq(modules.id, lessons.moduleId))
    .leftJoin(marked, eq(marked.questionId, questions.id))
    .where(and(eq(modules.degree, degree), eq(questions.use, "pool"), isNull(questions.retiredAt), isNull(lessons.retiredAt)))
    .orderBy(asc(lessons.moduleId), asc(lessons.number), asc(questions.id));
  return {
    questions: rows.map(({ undrawnSince, shown, rightCount, discrimination, ...row }) => {
      const facility = shown ? rightCount! / shown : null;
      return {
        ...row,
        drawn: undrawnSince === null,
        shown: shown ?? 0,
        rightCount: rightCount ?? 0,
        facility,
        discrimination,
        marks: judgeItem({ shown: shown ?? 0, facility, discrimination }),
      };
    }),
  };
}

/**
 * Which answer draws whom: of each that was given, how often, and the mean of the rest of those attempts, in right answers per question. A
 * wrong answer that draws the strong says that the question misleads.
 * @throws AppError forbidden, not_found
 */
export async function analyseQuestion(ctx: Ctx, questionId: string): Promise<QuestionDetail> {
  requireAdmin(ctx);
  const [options, answers] = await Promise.all([
    ctx.db.select().from(questionOptions).where(eq(questionOptions.questionId, questionId)),
    ctx.db
      .select({
        given: examItems.given,
        right: sql<boolean>`bool_or(${examItems.right})`,
        count: sql<number>`count(*)::int`,
        rest: sql<number>`avg(${examAttempts.rightCount} - ${examItems.right}::int)::float8`,
      })
      .from(examItems)
      .innerJoin(examAttempts, eq(examAttempts.id, examItems.attemptId))
      .where(and(eq(examItems.questionId, questionId), sql`${examAttempts.finishedAt} is not null`))
      .groupBy(examItems.given)
      .orderBy(sql`count(*) desc`, examItems.given)
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
      .map(({ text }) => text),
  };
}

/** Of orders and pairs there may be a hundred; the most frequent ones say what is to be known. */
const MOST_ANSWERS = 12;

/**
 * Takes a question out of the draw, or puts it back; running and past attempts keep it.
 * @throws AppError forbidden, not_found, pool_too_small
 */
export async function setQuestionDrawn(ctx: Ctx, questionId: string, { drawn }: DrawInput): Promise<{ ok: true }> {
  const actor = requireAdmin(ctx);
  await ctx.db.transaction(async (tx) => {
    const [question] = await tx
      .select({ degree: modules.degree, prompt: questions.prompt })
      .from(questions)
      .innerJoin(lessons, eq(lessons.id, questions.lessonId))
      .innerJoin(modules, eq(modules.id, lessons.moduleId))
      .where(and(eq(questions.id, questionId), eq(questions.use, "pool")))
      .for("update", { of: modules }); // one at a time of a degree, as they are counted
    if (!question) throw new AppError("not_found");
    await tx
      .update(questions)
      .set({ undrawnSince: drawn ? null : sql`coalesce(${questions.undrawnSince}, now())` })
      .where(eq(questions.id, questionId));
    const left = await tx.execute<{ count: number }>(sql`
      select count(*)::int as count from questions q join lessons l on l.id = q.lesson_id join modules m on m.id = l.module_id
      where m.degree = ${question.degree} and q.use = 'pool' and q.retired_at is null and q.undrawn_since is null and l.number is not null`);
    if (!drawn && left.rows[0]!.count < EXAM_QUESTIONS) throw new AppError("pool_too_small");
    const action = drawn ? "question.draw" : "question.undraw";
    await recordAudit(tx, {
      actorId: actor.id,
      action,
      targetType: "question",
      targetId: questionId,
      details: { title: question.prompt },
    });
  });
  return { ok: true };
}
