import { and, desc, eq, gt, ne, sql } from "drizzle-orm";
import { type Db, preparedOnce, QUICK } from "#app/db/client.ts";
import type { Catalogue } from "#app/features/courses/catalogue.ts";
import { moduleStates, type StudyRecords } from "#app/features/courses/courses.policy.ts";
import { readRecords } from "#app/features/courses/records.service.ts";
import { compareDegrees, DEGREES, type Degree } from "#app/lib/degrees.ts";
import { AppError } from "#app/lib/errors.ts";
import { type Actor, type Ctx, requireActor, type Services } from "#app/server/context.ts";
import type { ExamCard, ExamItem, ExamList, ExamState, RunningAttempt } from "./exam.answers.ts";
import { EXAM_MINUTES, EXAM_QUESTIONS, examStanding, HOURS_BETWEEN, PASS_MARK } from "./exam.policy.ts";
import { examAttempts, examItems } from "./exam.table.ts";
import { closeAttempt } from "./marking.service.ts";
import { drawItems } from "./pool.service.ts";

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
    items: items.map((item) => presentItem(item, ctx.catalogue())),
  };
}

/** Named fields only: `asked` holds the right answer and its reasons. */
function presentItem(
  { place, lessonId, asked, given, answeredAt, flagged }: typeof examItems.$inferSelect,
  catalogue: Catalogue,
): ExamItem {
  const { form, scene = null, prompt, options, shown, document } = asked;
  const part = (id: string) => ({ id, text: options.find((option) => option.id === id)!.text });
  return {
    place,
    form,
    scene,
    prompt,
    lesson: catalogue.lessonById.get(lessonId)?.title ?? null,
    document: document ? { title: document.title, date: document.date } : null,
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
  const drawn = await drawItems(tx, ctx.catalogue(), userId, degree);
  if (drawn.length < EXAM_QUESTIONS) throw new AppError("unavailable");
  await tx.insert(examItems).values(drawn.map((item, index) => ({ ...item, attemptId: attempt.id, place: index + 1 })));
}

/** Who no longer has a degree sees nothing of its exam. @throws AppError locked */
export function refuseHigherDegree(actor: Actor, degree: Degree): void {
  if (compareDegrees(degree, actor.degree) > 0) throw new AppError("locked");
}
