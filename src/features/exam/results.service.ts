import { and, asc, eq } from "drizzle-orm";
import type { Catalogue } from "#app/features/courses/catalogue.ts";
import { modules } from "#app/features/courses/courses.table.ts";
import { inWords, judge, reasonsFor, solutionOf } from "#app/features/courses/questions.policy.ts";
import { readableIn } from "#app/features/documents/documents.service.ts";
import { AppError } from "#app/lib/errors.ts";
import { type Ctx, requireActor, requireDegree } from "#app/server/context.ts";
import type { ExamResult, MarkedItem } from "./exam.answers.ts";
import { EXAM_QUESTIONS, HOURS_BETWEEN, isComplete, PASS_MARK } from "./exam.policy.ts";
import { examAttempts, examItems } from "./exam.table.ts";
import { closeAttempt } from "./marking.service.ts";
import { questionsInExam } from "./running-questions.service.ts";

async function ownAttempt(ctx: Ctx, attemptId: string) {
  const actor = requireActor(ctx);
  const [attempt] = await ctx.db
    .select()
    .from(examAttempts)
    .where(and(eq(examAttempts.id, attemptId), eq(examAttempts.userId, actor.id)));
  if (!attempt) throw new AppError("not_found");
  requireDegree(actor, attempt.degree);
  return attempt;
}

/** Delivers the member's attempt and tells its result; one that is marked already stays as it is. @throws AppError not_found, locked */
export async function deliverExam(ctx: Ctx, attemptId: string): Promise<ExamResult> {
  await ownAttempt(ctx, attemptId);
  await ctx.db.transaction((tx) => closeAttempt(tx, ctx, attemptId, "delivered"));
  return readResult(ctx, attemptId);
}

/** A marked attempt, question by question. @throws AppError not_found, also while it runs; locked */
export async function readResult(ctx: Ctx, attemptId: string): Promise<ExamResult> {
  let attempt = await ownAttempt(ctx, attemptId);
  if (!attempt.finishedAt) {
    await ctx.db.transaction((tx) => closeAttempt(tx, ctx, attemptId));
    attempt = await ownAttempt(ctx, attemptId);
  }
  const { id, degree, startedAt, finishedAt, ended, rightCount, passed } = attempt;
  if (!finishedAt) throw new AppError("not_found", { message: "Este exame ainda está em andamento." });
  const [items, titles] = await Promise.all([
    ctx.db.select().from(examItems).where(eq(examItems.attemptId, id)).orderBy(asc(examItems.place)),
    ctx.db.select({ id: modules.id, title: modules.title }).from(modules).orderBy(asc(modules.place)),
  ]);
  const readable = new Set(readableIn(ctx.catalogue(), requireActor(ctx).degree).map((document) => document.id));
  const running = await questionsInExam(
    ctx.db,
    attempt.userId,
    items.map(({ questionId }) => questionId),
  );
  const asked = new Set(items.map(({ moduleId }) => moduleId));
  const next = new Date(startedAt.getTime() + HOURS_BETWEEN * 3_600_000);
  return {
    id,
    degree,
    startedAt: startedAt.toISOString(),
    finishedAt: finishedAt.toISOString(),
    ended: ended!,
    rightCount: rightCount!,
    questions: EXAM_QUESTIONS,
    passMark: PASS_MARK,
    passed: passed!,
    opensAt: passed ? null : next.toISOString(),
    modules: titles.filter((module) => asked.has(module.id)),
    items: items.map((item) => presentMarked(item, ctx.catalogue(), readable, running.has(item.questionId))),
  };
}

function presentMarked(
  { place, moduleId, lessonId, asked, given, right }: typeof examItems.$inferSelect,
  catalogue: Catalogue,
  readable: ReadonlySet<string>,
  inExam: boolean,
): MarkedItem {
  const lesson = catalogue.byId.get(moduleId)?.lessons.find(({ id }) => id === lessonId);
  const verdict = isComplete(given) ? judge(asked, given!) : undefined;
  const head = {
    place,
    form: asked.form,
    scene: asked.scene ?? null,
    prompt: asked.prompt,
    kind: asked.kind ?? null,
    passage: asked.passage ?? null,
    moduleId,
    lesson: lesson ? { moduleId, number: lesson.number, title: lesson.title } : null,
    document: asked.document && readable.has(asked.document.id) ? { id: asked.document.id, title: asked.document.title } : null,
  };
  if (inExam) return { ...head, right: null, given: null, answer: [], why: [] };
  return {
    ...head,
    right: right === true,
    given: given?.some((part) => part !== "") ? inWords(asked, given) : null,
    answer: inWords(asked, solutionOf(asked)),
    why: reasonsFor(asked, verdict?.chosen ?? []),
  };
}
