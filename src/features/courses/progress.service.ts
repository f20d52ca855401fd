import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import { batchedWrite, givenRows, inOrder, numbered } from "#app/db/batch.ts";
import { type Db, preparedOnce } from "#app/db/client.ts";
import { meetLessons, meetQuestions } from "#app/features/review/meet.service.ts";
import { AppError } from "#app/lib/errors.ts";
import { leastReadingSeconds } from "#app/lib/study-time.ts";
import { type Ctx, requireActor } from "#app/server/context.ts";
import { recordCompletions } from "./completions.service.ts";
import type { AnswerResult, ProgressResult } from "./courses.answers.ts";
import { lessonProgressOf, READ_TO_END } from "./courses.policy.ts";
import type { AnswerInput, ProgressInput } from "./courses.schema.ts";
import { lessonProgress, moduleCompletions } from "./courses.table.ts";
import { findByPlace, openLesson } from "./lessons.service.ts";
import { judgeOutsideExam, keepAnswer, whysBeside } from "./questions.service.ts";

/** Seconds of reading at hand: what was left, and what the member reports, as far as so much time has passed. */
const seconds = sql`least(r.least, ${lessonProgress.unspentSeconds} + least(r.seconds,
  extract(epoch from now() - ${lessonProgress.updatedAt}) * r.factor))`;
/** The share of the text that they suffice for, of what is said to have been read since. */
const gain = sql`greatest(0, least(r.furthest - ${lessonProgress.furthest}, ${seconds} / r.least))`;

/** What is reported of lessons that were begun; their rows are locked. */
const reportsGiven = (locked: SQL) => sql`(
  select r.* from ${givenRows(sql`"userId" uuid, "lessonId" text, position real, furthest real, seconds real, least real, factor real`)}
  join ${lessonProgress} p on p.user_id = r."userId" and p.lesson_id = r."lessonId"
  for no key update of p ${locked}) r`;

const prepareProgress = (name: string, locked: SQL) =>
  preparedOnce((db: Db) =>
    db
      .update(lessonProgress)
      .set({
        furthest: sql`least(1, ${lessonProgress.furthest} + ${gain})`,
        unspentSeconds: sql`${seconds} - ${gain} * r.least`,
        position: sql`r.position`,
        updatedAt: sql`now()`,
      })
      .from(reportsGiven(locked))
      .where(and(sql`${lessonProgress.userId} = r."userId"`, sql`${lessonProgress.lessonId} = r."lessonId"`))
      .returning({ n: sql<number>`r.n`, furthest: lessonProgress.furthest, completedAt: lessonProgress.completedAt })
      .prepare(name),
  );

/** Of many members; it waits for nobody, and leaves a row that another transaction has to the other statement. */
const progressWrites = prepareProgress("progress_writes", sql`skip locked`);
const progressWrite = prepareProgress("progress_write", sql``);

type Report = ProgressInput & { userId: string; lessonId: string; least: number; factor: number };
type Kept = { furthest: number; completedAt: Date | null };

/** @returns nothing where the lesson was not begun */
const keepReport = batchedWrite<Report, Kept>(
  async (db, rows, waits) => {
    const write = waits ? progressWrite(db) : progressWrites(db);
    return inOrder(rows, await write.execute(numbered(rows)));
  },
  ({ userId }) => userId,
);

const progressStart = preparedOnce((db: Db) =>
  db
    .insert(lessonProgress)
    .values({ userId: sql.placeholder("userId"), lessonId: sql.placeholder("lessonId") })
    .onConflictDoNothing()
    .returning({ furthest: lessonProgress.furthest, completedAt: lessonProgress.completedAt })
    .prepare("progress_start"),
);

/**
 * Writes down how far the member read, as far as there was time to read it: the first report of a lesson starts its clock, and each
 * later one counts no more than has passed since. What was read is never taken back, and reading alone never completes a lesson.
 * @throws AppError not_found, locked, lesson_unwritten
 */
export async function saveProgress(ctx: Ctx, moduleId: number, number: number, input: ProgressInput): Promise<ProgressResult> {
  const actor = requireActor(ctx);
  const { lesson } = await openLesson(ctx, actor, findByPlace(moduleId, number));
  if (!lesson.text) throw new AppError("lesson_unwritten");
  const place = { userId: actor.id, lessonId: lesson.id };
  const least = leastReadingSeconds(lesson.text.minutes);
  const report = { ...place, ...input, least, factor: ctx.env.LIMITS_FACTOR };
  let row = await keepReport(ctx.db, report);
  if (!row) [row] = await progressStart(ctx.db).execute(place);
  if (!row) row = await keepReport(ctx.db, report); // two first reports at once
  const record = { furthest: row!.furthest, completed: row!.completedAt !== null };
  return { progress: lessonProgressOf(record), furthest: record.furthest, completed: record.completed };
}

/**
 * Judges an answer to the lesson's check question; a right one after the whole text was read completes the lesson.
 * @throws AppError not_found, locked, lesson_unwritten, lesson_unread, exam_question, too_many_tries
 */
export async function answerCheck(ctx: Ctx, moduleId: number, number: number, input: AnswerInput): Promise<AnswerResult> {
  const actor = requireActor(ctx);
  const { lesson, record } = await openLesson(ctx, actor, findByPlace(moduleId, number));
  if (!lesson.text || !lesson.check) throw new AppError("lesson_unwritten");
  const { id: questionId } = lesson.check;
  const verdict = await judgeOutsideExam(ctx.db, actor.id, lesson.check, input.given);
  if (!verdict) throw new AppError("not_found");
  const { right, why, placed } = verdict;
  if (!record || record.furthest < READ_TO_END) throw new AppError("lesson_unread");
  await ctx.limits.take("answer", actor.id); // each one is a row
  await ctx.db.transaction(async (tx) => {
    if (!right && !record.completed) await meetQuestions(tx, actor.id, [questionId]);
    await keepAnswer(tx, { userId: actor.id, questionId, given: input.given }, verdict);
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
