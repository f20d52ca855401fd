import { and, asc, eq, isNotNull, sql } from "drizzle-orm";
import type { Db } from "#app/db/client.ts";
import { LOCKS } from "#app/db/locks.ts";
import { recordAudit } from "#app/features/audit/audit.service.ts";
import { recordCompletions } from "#app/features/courses/completions.service.ts";
import { lessons, modules, questions } from "#app/features/courses/courses.table.ts";
import { EXAM_QUESTIONS } from "#app/features/exam/exam.policy.ts";
import { readPool } from "#app/features/exam/pool.service.ts";
import { AppError } from "#app/lib/errors.ts";
import type { Ctx } from "#app/server/context.ts";
import type { TextRef } from "./authoring.schema.ts";
import { requirePart } from "./authors.service.ts";
import { findPublished, type Subject } from "./kinds.service.ts";
import { afterChange } from "./publication.service.ts";
import { beginHistory } from "./versions.service.ts";

/**
 * Takes a published text out of the course, or brings it back. What members did in it is kept, and so are the answers to a question.
 * @throws AppError forbidden, locked, not_found; pool_too_small
 */
export async function retireText(ctx: Ctx, ref: TextRef, retired: boolean): Promise<{ ok: true }> {
  const subject = await findPublished(ctx.db, ref);
  if (!subject?.body) throw new AppError("not_found");
  const decides = ctx.settings().ownReview === "allowed" ? (["author", "reviewer"] as const) : (["reviewer"] as const);
  const { actor } = await requirePart(ctx, subject.degree, ...decides);
  if (subject.retired === retired) return { ok: true };
  await ctx.db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${LOCKS.coursesSync})`);
    await beginHistory(tx, ref, subject.body!);
    if (retired) await requirePool(ctx, tx, subject);
    if (ref.kind === "lesson") await retireLesson(tx, subject, retired);
    else await retireQuestion(tx, subject, retired);
    await recordAudit(tx, {
      actorId: actor.id,
      action: retired ? "text.retire" : "text.bring-back",
      targetType: ref.kind,
      targetId: ref.id,
      details: { title: subject.title, contentDegree: subject.degree },
    });
    await afterChange(tx);
  });
  await ctx.reloadCatalogue();
  return { ok: true };
}

async function retireLesson(tx: Db, { ref, parent }: Subject, retired: boolean): Promise<void> {
  const moduleId = Number(parent.id);
  await recordCompletions(tx); // by the lessons as they were: who finished the module keeps it
  const others = (await placesOf(tx, moduleId)).filter((id) => id !== ref.id);
  await tx
    .update(lessons)
    .set(
      retired
        ? { number: null, retiredAt: sql`now()`, retiredHere: true }
        : { number: others.length + 1, retiredAt: null, retiredHere: false },
    )
    .where(eq(lessons.id, ref.id));
  await writePlaces(tx, moduleId, retired ? others : [...others, ref.id]);
  await recordCompletions(tx);
}

const retireQuestion = (tx: Db, { ref }: Subject, retired: boolean) =>
  tx
    .update(questions)
    .set({ retiredAt: retired ? sql`now()` : null, origin: "editor" })
    .where(eq(questions.id, ref.id));

/** @throws AppError pool_too_small where the degree's exam could no longer be drawn */
async function requirePool(ctx: Ctx, tx: Db, { ref, degree }: Subject): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${LOCKS.examPool})`); // as what is left is counted
  const pool = await readPool(tx, ctx.catalogue(), degree);
  const isOf = (question: (typeof pool)[number]) => (ref.kind === "lesson" ? question.lessonId : question.id) === ref.id;
  const left = pool.filter((question) => !isOf(question) && !question.undrawnSince).length;
  if (pool.some(isOf) && left < EXAM_QUESTIONS) throw new AppError("pool_too_small");
}

/** The lessons of a module in their places. */
async function placesOf(tx: Db, moduleId: number): Promise<string[]> {
  const rows = await tx
    .select({ id: lessons.id })
    .from(lessons)
    .where(and(eq(lessons.moduleId, moduleId), isNotNull(lessons.number)))
    .orderBy(asc(lessons.number));
  return rows.map(({ id }) => id);
}

async function writePlaces(tx: Db, moduleId: number, ids: string[]): Promise<void> {
  await tx.update(modules).set({ arrangedAt: sql`now()` }).where(eq(modules.id, moduleId));
  if (ids.length === 0) return;
  await tx.execute(sql`
    update ${lessons} l set number = p.place::int
    from unnest(${sql.param(ids)}::text[]) with ordinality as p(id, place) where l.id = p.id`);
}

/** Gives a lesson another place in its module. @throws AppError forbidden, locked, not_found; invalid_input beyond the last place */
export async function moveLesson(ctx: Ctx, id: string, number: number): Promise<{ ok: true }> {
  const subject = await findPublished(ctx.db, { kind: "lesson", id });
  if (!subject) throw new AppError("not_found");
  const { actor } = await requirePart(ctx, subject.degree, "author", "reviewer");
  const moduleId = Number(subject.parent.id);
  await ctx.db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${LOCKS.coursesSync})`);
    const places = await placesOf(tx, moduleId);
    const from = places.indexOf(id);
    if (from < 0) throw new AppError("conflict", { message: "Esta lição está retirada: não tem lugar no módulo." });
    if (number > places.length)
      throw new AppError("invalid_input", { fields: { number: `O módulo tem ${places.length} lições.` } });
    if (from + 1 === number) return;
    const others = places.filter((each) => each !== id);
    await writePlaces(tx, moduleId, [...others.slice(0, number - 1), id, ...others.slice(number - 1)]);
    await recordAudit(tx, {
      actorId: actor.id,
      action: "text.move",
      targetType: "lesson",
      targetId: id,
      details: { title: subject.title, contentDegree: subject.degree, from: from + 1, to: number },
    });
    await afterChange(tx);
  });
  await ctx.reloadCatalogue();
  return { ok: true };
}
