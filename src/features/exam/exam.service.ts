import { randomInt } from "node:crypto";
import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, ne, type SQL, sql } from "drizzle-orm";
import { batched } from "#app/db/batch.ts";
import { type Db, preparedOnce, QUICK } from "#app/db/client.ts";
import type { Catalogue } from "#app/features/courses/catalogue.ts";
import { moduleStates, type StudyRecords } from "#app/features/courses/courses.policy.ts";
import { lessons, modules, questionOptions, questions } from "#app/features/courses/courses.table.ts";
import { showOptions } from "#app/features/courses/questions.policy.ts";
import { readRecords } from "#app/features/courses/records.service.ts";
import { compareDegrees, DEGREES, type Degree, degreesUpTo } from "#app/lib/degrees.ts";
import { AppError } from "#app/lib/errors.ts";
import { type Actor, type Ctx, requireActor, type Services } from "#app/server/context.ts";
import type { AnswerKept, ExamCard, ExamItem, ExamList, ExamState, RunningAttempt } from "./exam.answers.ts";
import {
  drawExam,
  EXAM_MINUTES,
  EXAM_QUESTIONS,
  examStanding,
  HOURS_BETWEEN,
  PASS_MARK,
  type PoolQuestion,
  shuffled,
} from "./exam.policy.ts";
import type { ExamAnswerInput, FlagInput } from "./exam.schema.ts";
import { type AskedQuestion, examAttempts, examItems } from "./exam.table.ts";
import { closeAttempt } from "./marking.service.ts";

type Attempt = typeof examAttempts.$inferSelect;

const attemptsQuery = preparedOnce((db: Db) =>
  db
    .select()
    .from(examAttempts)
    .where(eq(examAttempts.userId, sql.placeholder("userId")))
    .orderBy(desc(examAttempts.startedAt))
    .prepare(`${QUICK}exam_attempts`),
);

/** The member's attempts, newest first. One whose time is over is marked by this look at it. */
export async function readAttempts(services: Services, userId: string): Promise<Attempt[]> {
  const attempts = await attemptsQuery(services.db).execute({ userId });
  const running = attempts.find(({ finishedAt }) => finishedAt === null);
  if (!running || running.closesAt > new Date()) return attempts;
  await services.db.transaction((tx) => closeAttempt(tx, services, running.id));
  return attemptsQuery(services.db).execute({ userId });
}

/** Where the member is with the exam of each degree. */
export function presentExamCards(
  catalogue: Catalogue,
  actor: Pick<Actor, "degree" | "standing">,
  records: StudyRecords,
  attempts: readonly Attempt[],
): ExamCard[] {
  const states = moduleStates(catalogue.modules, actor, records);
  return DEGREES.map((degree) => {
    const path = catalogue.modules.filter((module) => module.degree === degree);
    const missing = path.filter(({ id }) => states.get(id)!.status !== "completed").map(({ id, title }) => ({ id, title }));
    const member = { degree: actor.degree, complete: path.length > 0 && missing.length === 0 };
    const standing = examStanding(degree, member, attempts, new Date());
    const { status } = standing;
    const attemptId = "attemptId" in standing ? standing.attemptId : null;
    const running = status === "running" ? attempts.find(({ id }) => id === attemptId)! : null;
    return {
      degree,
      status,
      missing: status === "modules" ? missing : [],
      closesAt: running?.closesAt.toISOString() ?? null,
      opensAt: status === "waiting" ? standing.opensAt.toISOString() : null,
      attemptId,
    };
  });
}

async function readCards(ctx: Ctx, actor: Actor) {
  const [attempts, records] = await Promise.all([readAttempts(ctx, actor.id), readRecords(ctx.db, actor.id)]);
  return { attempts, cards: presentExamCards(ctx.catalogue(), actor, records, attempts) };
}

/** The exams of the three degrees, and where the member is with each. */
export async function listExams(ctx: Ctx): Promise<ExamList> {
  const { cards } = await readCards(ctx, requireActor(ctx));
  return { exams: cards };
}

/** A degree's exam: what is missing, what was tried, and the attempt that runs, with its questions and without their answers. */
export async function readExam(ctx: Ctx, degree: Degree): Promise<ExamState> {
  const actor = requireActor(ctx);
  const { attempts, cards } = await readCards(ctx, actor);
  const card = cards.find((one) => one.degree === degree)!;
  const running = card.status === "running" && attempts.find(({ id }) => id === card.attemptId);
  const past = card.status === "degree" ? [] : attempts.filter((attempt) => attempt.degree === degree && attempt.finishedAt);
  return {
    ...card,
    questions: EXAM_QUESTIONS,
    minutes: EXAM_MINUTES,
    passMark: PASS_MARK,
    attempts: past.map(({ id, startedAt, finishedAt, rightCount, passed }) => ({
      id,
      startedAt: startedAt.toISOString(),
      finishedAt: finishedAt!.toISOString(),
      rightCount: rightCount!,
      passed: passed!,
    })),
    running: running ? await presentRunning(ctx, running) : null,
  };
}

async function presentRunning(ctx: Ctx, { id, startedAt, closesAt }: Attempt): Promise<RunningAttempt> {
  const items = await ctx.db.select().from(examItems).where(eq(examItems.attemptId, id)).orderBy(examItems.place);
  return {
    id,
    startedAt: startedAt.toISOString(),
    closesAt: closesAt.toISOString(),
    now: new Date().toISOString(),
    items: items.map(presentItem),
  };
}

/** Named fields only: `asked` holds the right answer and its reasons. */
function presentItem({ place, asked, given, answeredAt, flagged }: typeof examItems.$inferSelect): ExamItem {
  const { form, prompt, options, shown } = asked;
  const part = (id: string) => ({ id, text: options.find((option) => option.id === id)!.text });
  return {
    place,
    form,
    prompt,
    lefts: options.filter(({ side }) => side === "left").map(({ id }) => part(id)),
    options: shown.map(part),
    given,
    answeredAt: answeredAt?.toISOString() ?? null,
    flagged,
  };
}

/**
 * Begins an attempt: from here on its clock runs. Asked for again, or at once from two browsers, it is the same one.
 * @throws AppError locked, exam_waiting, exam_passed, exam_running, unavailable when the pool has too few questions
 */
export async function startExam(ctx: Ctx, degree: Degree): Promise<ExamState> {
  const actor = requireActor(ctx);
  const { attempts, cards } = await readCards(ctx, actor);
  const { status } = cards.find((one) => one.degree === degree)!;
  if (status === "degree" || status === "modules") throw new AppError("locked");
  if (status === "waiting") throw new AppError("exam_waiting");
  if (status === "passed") throw new AppError("exam_passed");
  if (status === "open") {
    if (attempts.some(({ finishedAt }) => finishedAt === null)) throw new AppError("exam_running");
    await ctx.db.transaction((tx) => insertAttempt(ctx, tx, actor.id, degree));
  }
  return readExam(ctx, degree);
}

async function insertAttempt(ctx: Ctx, tx: Db, userId: string, degree: Degree): Promise<void> {
  const [attempt] = await tx
    .insert(examAttempts)
    .values({ userId, degree, closesAt: sql`now() + make_interval(mins => ${EXAM_MINUTES})` })
    .onConflictDoNothing()
    .returning();
  if (!attempt) return; // another browser was quicker
  const lately = gt(examAttempts.startedAt, sql`now() - make_interval(hours => ${HOURS_BETWEEN})`);
  const others = and(eq(examAttempts.userId, userId), eq(examAttempts.degree, degree), ne(examAttempts.id, attempt.id), lately);
  if ((await tx.$count(examAttempts, others)) > 0) throw new AppError("exam_waiting"); // or so quick that it has delivered, too
  const strata = ctx
    .catalogue()
    .modules.filter((module) => module.degree === degree)
    .map((module) => ({ moduleId: module.id, lessons: module.lessons.length }));
  const drawn = drawExam(await readPool(tx, userId, degree), strata, EXAM_QUESTIONS, random);
  if (drawn.length < EXAM_QUESTIONS) throw new AppError("unavailable");
  const asked = await readAsked(
    tx,
    drawn.map(({ id }) => id),
  );
  const rows = drawn.map(({ id, moduleId, lessonId }, index) => ({
    attemptId: attempt.id,
    place: index + 1,
    questionId: id,
    moduleId,
    lessonId,
    asked: asked.get(id)!,
  }));
  await tx.insert(examItems).values(rows);
}

/** As good as dice: what is drawn, and in which order options are shown, is not to be guessed. */
const random = (): number => randomInt(2 ** 32) / 2 ** 32;

/** What may be drawn: `pool` questions of the lessons of the degree's modules, but for those that were retired or taken out. */
const isDrawable = and(
  eq(questions.use, "pool"),
  isNull(questions.retiredAt),
  isNull(questions.undrawnSince),
  isNotNull(lessons.number),
);

async function readPool(tx: Db, userId: string, degree: Degree): Promise<PoolQuestion[]> {
  const met = sql<number>`(
    select count(*)::int from ${examItems} join ${examAttempts} on ${examAttempts.id} = ${examItems.attemptId}
    where ${examItems.questionId} = ${questions.id} and ${examAttempts.userId} = ${userId})`;
  return tx
    .select({ id: questions.id, lessonId: lessons.id, moduleId: lessons.moduleId, met })
    .from(questions)
    .innerJoin(lessons, eq(lessons.id, questions.lessonId))
    .innerJoin(modules, eq(modules.id, lessons.moduleId))
    .where(and(isDrawable, eq(modules.degree, degree)));
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
      const { form, prompt, explanation } = own[0]!.question;
      const options = own.map(({ option: { id, side, text, right, why } }) => ({ id, side, text, right, why }));
      const shown = showOptions({ form, options }, (rest) => shuffled(rest, random)).map((option) => option.id);
      return [id, { form, prompt, explanation, options, shown }];
    }),
  );
}

const isItem = and(
  eq(examItems.attemptId, sql.placeholder("attemptId")),
  eq(examItems.place, sql.placeholder("place")),
  eq(examAttempts.userId, sql.placeholder("userId")),
);

const itemQuery = preparedOnce((db: Db) =>
  db
    .select({
      degree: examAttempts.degree,
      running: sql<boolean>`${examAttempts.finishedAt} is null and ${examAttempts.closesAt} > now()`,
    })
    .from(examItems)
    .innerJoin(examAttempts, eq(examAttempts.id, examItems.attemptId))
    .where(isItem)
    .prepare(`${QUICK}exam_item`),
);

/** A question of the member's own attempt, and whether that takes answers. @throws AppError not_found, locked */
async function readItem(ctx: Ctx, attemptId: string, place: number): Promise<{ running: boolean }> {
  const actor = requireActor(ctx);
  const [item] = await itemQuery(ctx.db).execute({ attemptId, place, userId: actor.id });
  if (!item) throw new AppError("not_found", { message: "Esta questão não faz parte do seu exame." });
  refuseHigherDegree(actor, item.degree);
  return item;
}

/** The answers of one statement, each with the attempt that it belongs to, while that runs. */
const answersGiven = (locked: SQL) => sql`(
  select r.n, r.place, r.given, a.id as attempt_id
  from jsonb_to_recordset(${sql.placeholder("rows")}::jsonb)
    as r (n int, "attemptId" uuid, place int, "userId" uuid, degrees text[], given jsonb)
  join ${examAttempts} a on a.id = r."attemptId" and a.user_id = r."userId" and a.degree = any(r.degrees)
    and a.finished_at is null and a.closes_at > now()
  for share of a ${locked}) g`;

const shown = sql`(${examItems.asked} -> 'shown')`;
const form = sql`(${examItems.asked} ->> 'form')`;

/** The answer has ids of the question's own options, one for each place. Pairs may wait for their right side. */
const fitsQuestion = sql`(
  jsonb_array_length(g.given) = case when ${form} in ('choice', 'classify') then 1 else jsonb_array_length(${shown}) end
  and g.given - '' <@ ${shown}
  and (${form} = 'match' or not g.given ? ''))`;

/** Keeps answers. Their attempts are locked, so that a marking waits and no answer is saved after it. */
const prepareAnswers = (name: string, locked: SQL) =>
  preparedOnce((db: Db) =>
    db
      .update(examItems)
      .set({ given: sql`g.given`, answeredAt: sql`now()` })
      .from(answersGiven(locked))
      .where(and(sql`${examItems.attemptId} = g.attempt_id`, sql`${examItems.place} = g.place`, fitsQuestion))
      .returning({ n: sql<number>`g.n`, answeredAt: examItems.answeredAt })
      .prepare(name),
  );

/** Of many members; it waits for nobody's marking, and leaves such an answer to the other statement. */
const answersWrite = prepareAnswers("exam_answers", sql`skip locked`);
const answerWrite = prepareAnswers("exam_answer", sql``);

type GivenAnswer = { attemptId: string; place: number; userId: string; degrees: Degree[]; given: string[] };

const numbered = (rows: GivenAnswer[]) => ({ rows: JSON.stringify(rows.map((row, n) => ({ n, ...row }))) });

const keepTogether = batched<GivenAnswer, Date>(
  async (db, rows) => {
    const kept = new Map((await answersWrite(db).execute(numbered(rows))).map(({ n, answeredAt }) => [n, answeredAt!]));
    return rows.map((_, n) => kept.get(n));
  },
  ({ attemptId, place }) => `${attemptId} ${place}`,
);

async function keepAnswer(db: Db, answer: GivenAnswer): Promise<Date | undefined> {
  const together = await keepTogether(db, answer);
  if (together) return together;
  const [kept] = await answerWrite(db).execute(numbered([answer]));
  return kept?.answeredAt ?? undefined;
}

/**
 * Keeps an answer; a later one replaces it, from whichever browser. Why it kept nothing is looked for afterwards.
 * @throws AppError not_found, locked, answer_foreign, exam_over, exam_delivered
 */
export async function answerItem(ctx: Ctx, attemptId: string, place: number, { given }: ExamAnswerInput): Promise<AnswerKept> {
  const { id: userId, degree } = requireActor(ctx);
  const answeredAt = await keepAnswer(ctx.db, { attemptId, place, userId, degrees: degreesUpTo(degree), given });
  if (answeredAt) return { answeredAt: answeredAt.toISOString() };
  const { running } = await readItem(ctx, attemptId, place);
  if (running) throw new AppError("answer_foreign");
  return refuseEnded(ctx, attemptId);
}

/** Marks a question to be looked at again, or takes the mark off. @throws AppError not_found, locked, exam_over, exam_delivered */
export async function flagItem(ctx: Ctx, attemptId: string, place: number, { flagged }: FlagInput): Promise<{ ok: true }> {
  await readItem(ctx, attemptId, place);
  const running = sql`select id from ${examAttempts} where id = ${attemptId} and finished_at is null and closes_at > now() for share`;
  const rows = await ctx.db
    .update(examItems)
    .set({ flagged })
    .where(and(sql`${examItems.attemptId} = (${running})`, eq(examItems.place, place)))
    .returning({ place: examItems.place });
  if (rows.length === 0) return refuseEnded(ctx, attemptId);
  return { ok: true };
}

/** An attempt that takes no answers any more; one whose time is over is marked first. */
async function refuseEnded(ctx: Ctx, attemptId: string): Promise<never> {
  await ctx.db.transaction((tx) => closeAttempt(tx, ctx, attemptId));
  const [attempt] = await ctx.db.select({ ended: examAttempts.ended }).from(examAttempts).where(eq(examAttempts.id, attemptId));
  throw new AppError(attempt?.ended === "delivered" ? "exam_delivered" : "exam_over");
}

/** Who no longer has a degree sees nothing of its exam. @throws AppError locked */
export function refuseHigherDegree(actor: Actor, degree: Degree): void {
  if (compareDegrees(degree, actor.degree) > 0) throw new AppError("locked");
}
