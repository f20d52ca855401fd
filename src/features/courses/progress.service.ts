import { and, eq, inArray, sql } from "drizzle-orm";
import { type Db, preparedOnce } from "#app/db/client.ts";
import { meetLessons, meetQuestions } from "#app/features/review/meet.service.ts";
import { AppError } from "#app/lib/errors.ts";
import { leastReadingSeconds } from "#app/lib/study-time.ts";
import { type Ctx, requireActor } from "#app/server/context.ts";
import type { Catalogue } from "./catalogue.ts";
import { recordCompletions } from "./completions.service.ts";
import type { AnswerResult, ProgressResult } from "./courses.answers.ts";
import { lessonProgressOf, READ_TO_END } from "./courses.policy.ts";
import type { LessonAnswerInput, ProgressInput } from "./courses.schema.ts";
import { lessonProgress, moduleCompletions } from "./courses.table.ts";
import { findByPlace, openLesson } from "./lessons.service.ts";
import { judgeOutsideExam, keepAnswer, whysBeside } from "./questions.service.ts";

const { furthest, unspentSeconds, updatedAt, completedAt } = lessonProgress;
const reported = (name: keyof ProgressInput | "least" | "factor") => sql`${sql.placeholder(name)}::real`;
/** Seconds that the whole text takes to read. */
const least = reported("least");

/** Seconds of reading at hand: what was left, and what the member reports, as far as so much time has passed. */
const seconds = sql`least(${least}, ${unspentSeconds} + least(${reported("seconds")},
  extract(epoch from now() - ${updatedAt}) * ${reported("factor")}))`;
/** The share of the text that they suffice for, of what is said to have been read since. */
const gain = sql`greatest(0, least(${reported("furthest")} - ${furthest}, ${seconds} / ${least}))`;

/** Keeps what is reported of a lesson that was begun. */
const progressWrite = preparedOnce((db: Db) =>
  db
    .update(lessonProgress)
    .set({
      furthest: sql`least(1, ${furthest} + ${gain})`,
      unspentSeconds: sql`${seconds} - ${gain} * ${least}`,
      position: reported("position"),
      updatedAt: sql`now()`,
    })
    .where(and(eq(lessonProgress.userId, sql.placeholder("userId")), eq(lessonProgress.lessonId, sql.placeholder("lessonId"))))
    .returning({ furthest, completedAt })
    .prepare("progress_write"),
);

const progressStart = preparedOnce((db: Db) =>
  db
    .insert(lessonProgress)
    .values({ userId: sql.placeholder("userId"), lessonId: sql.placeholder("lessonId") })
    .onConflictDoNothing()
    .returning({ furthest: lessonProgress.furthest, completedAt: lessonProgress.completedAt })
    .prepare("progress_start"),
);

/** The lesson that a page shows: by its id, where the page says it, as another one may have its place by now. */
const findShown = (moduleId: number, number: number, lessonId: string | undefined) =>
  lessonId ? ({ lessonById }: Catalogue) => lessonById.get(lessonId) : findByPlace(moduleId, number);

/** Starts the clocks of lessons that are taken along; those that were begun keep theirs. */
export const startReading = async (db: Db, userId: string, lessonIds: string[]): Promise<void> => {
  if (lessonIds.length === 0) return;
  await db
    .insert(lessonProgress)
    .values(lessonIds.map((lessonId) => ({ userId, lessonId })))
    .onConflictDoNothing();
};

/**
 * Writes down how far the member read, as far as there was time to read it: the first report of a lesson starts its clock, and each
 * later one counts no more than has passed since. What was read is never taken back, and reading alone never completes a lesson.
 * @throws AppError not_found, locked, lesson_unwritten
 */
export async function saveProgress(ctx: Ctx, moduleId: number, number: number, input: ProgressInput): Promise<ProgressResult> {
  const actor = requireActor(ctx);
  const { lesson } = await openLesson(ctx, actor, findShown(moduleId, number, input.lessonId));
  if (!lesson.text) throw new AppError("lesson_unwritten");
  const place = { userId: actor.id, lessonId: lesson.id };
  const report = { ...input, ...place, least: leastReadingSeconds(lesson.text.minutes), factor: ctx.env.LIMITS_FACTOR };
  let [row] = await progressWrite(ctx.db).execute(report);
  if (!row) [row] = await progressStart(ctx.db).execute(place);
  if (!row) [row] = await progressWrite(ctx.db).execute(report); // two first reports at once
  const record = { furthest: row!.furthest, completed: row!.completedAt !== null };
  return { progress: lessonProgressOf(record), furthest: record.furthest, completed: record.completed };
}

/**
 * Judges an answer to the lesson's check question; a right one after the whole text was read completes the lesson.
 * @throws AppError not_found, locked, lesson_unwritten, lesson_unread, exam_question, too_many_tries
 */
export async function answerCheck(ctx: Ctx, moduleId: number, number: number, input: LessonAnswerInput): Promise<AnswerResult> {
  const actor = requireActor(ctx);
  const { lesson, record } = await openLesson(ctx, actor, findShown(moduleId, number, input.lessonId));
  if (!lesson.text || !lesson.check) throw new AppError("lesson_unwritten");
  const { id: questionId } = lesson.check;
  const verdict = await judgeOutsideExam(ctx.db, actor.id, lesson.check, input.given);
  if (!verdict) throw new AppError("not_found");
  const { right, why, placed } = verdict;
  if (!record || record.furthest < READ_TO_END) throw new AppError("lesson_unread");
  await ctx.limits.take("answer", actor.id); // each one is a row
  await ctx.db.transaction(async (tx) => {
    if (!right && !record.completed) await meetQuestions(tx, actor.id, [questionId]);
    await keepAnswer(tx, { userId: actor.id, questionId, given: input.given, key: input.key }, verdict);
    if (!right) return;
    await tx
      .update(lessonProgress)
      .set({ completedAt: sql`coalesce(${lessonProgress.completedAt}, now())`, updatedAt: sql`now()` })
      .where(and(eq(lessonProgress.userId, actor.id), eq(lessonProgress.lessonId, lesson.id)));
    const finished = await recordCompletions(tx, actor.id);
    if (finished.length > 0) await tellOpenExam(ctx, tx, actor.id, lesson.moduleId);
    if (!record.completed) await meetLessons(tx, actor.id, lesson.id);
  });
  return { right, why, placed, completed: right || record.completed, others: whysBeside(lesson.check, verdict) };
}

/** The exam of a degree opens when the last of its modules is finished. */
async function tellOpenExam(ctx: Ctx, tx: Db, memberId: string, moduleId: number): Promise<void> {
  const { modules, byId } = ctx.catalogue();
  const { degree } = byId.get(moduleId)!;
  const path = modules.filter((module) => module.degree === degree).map(({ id }) => id);
  const ofPath = and(eq(moduleCompletions.userId, memberId), inArray(moduleCompletions.moduleId, path));
  if ((await tx.$count(moduleCompletions, ofPath)) === path.length) await ctx.notify(tx, "exam-open", { memberId }, { degree });
}
