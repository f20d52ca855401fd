import { and, asc, eq, isNotNull, isNull, sql } from "drizzle-orm";
import type { Db } from "#app/db/client.ts";
import { LOCKS } from "#app/db/locks.ts";
import type { Catalogue } from "#app/features/courses/catalogue.ts";
import { recordCompletions } from "#app/features/courses/completions.service.ts";
import { writeEditedRevision } from "#app/features/courses/content/sync-content.ts";
import { lessonTargets } from "#app/features/courses/content/text-targets.ts";
import { lessonProgress, lessonRevisions, lessons, modules, questions } from "#app/features/courses/courses.table.ts";
import { EXAM_QUESTIONS } from "#app/features/exam/exam.policy.ts";
import { examAttempts, examItems } from "#app/features/exam/exam.table.ts";
import { readPool } from "#app/features/exam/pool.service.ts";
import type { Degree } from "#app/lib/degrees.ts";
import { AppError } from "#app/lib/errors.ts";
import type { Ctx } from "#app/server/context.ts";
import { lessonBody } from "../authoring.schema.ts";
import type { TaughtPlaces } from "../compose/compose.service.ts";
import { lostWords } from "../lost-words.service.ts";
import { picturesOf } from "../pictures/pictures.service.ts";
import { movePositions } from "../positions.service.ts";
import { trimLines } from "../trim-lines.policy.ts";
import type { Kind } from "./kind.ts";

/** A lesson of a module. */
export const lessonKind: Kind<"lesson"> = {
  body: lessonBody,
  find: async (db, id) => {
    const [row] = await db
      .select({ lesson: lessons, module: modules, standfirst: lessonRevisions.standfirst, source: lessonRevisions.source })
      .from(lessons)
      .innerJoin(modules, eq(modules.id, lessons.moduleId))
      .leftJoin(lessonRevisions, eq(lessonRevisions.id, lessons.publishedRevisionId))
      .where(eq(lessons.id, id));
    if (!row) return undefined;
    const { title, retiredAt } = row.lesson;
    return {
      ref: { kind: "lesson", id },
      degree: row.module.degree,
      parent: { id: String(row.module.id), title: row.module.title },
      title,
      retired: retiredAt !== null,
      body: row.source === null ? null : { title, standfirst: row.standfirst!, markdown: trimLines(row.source) },
    };
  },
  parentTitle: async (db, id) => {
    const [row] = await db
      .select({ title: modules.title })
      .from(modules)
      .where(eq(modules.id, Number(id)));
    return row?.title ?? "";
  },
  toCompose: async ({ db, catalogue }, { ref, degree }, body) => ({
    ...{ kind: "lesson", id: ref.id, degree, body, places: placesIn(catalogue()) },
    pictures: await picturesOf(db, body.markdown),
  }),
  publish: async (tx, { catalogue }, { ref, degree, parent, body: before }, { title, standfirst, markdown }, { page }) => {
    const former = await publishedHtml(tx, ref.id);
    if (!before) {
      const moduleId = Number(parent.id);
      await recordCompletions(tx); // by the lessons as they were: who finished the module keeps it
      const number = (await placesOf(tx, moduleId)).length + 1;
      await tx.insert(lessons).values({ id: ref.id, moduleId, number, title });
    }
    const targets = lessonTargets(catalogue())(degree);
    const source = { id: ref.id, standfirst, markdown };
    await writeEditedRevision(tx, { title, source, targets, rendered: page! });
    if (former !== undefined)
      await movePositions(tx, { table: lessonProgress, text: lessonProgress.lessonId, id: ref.id }, former, page!.html);
    return ref;
  },
  retire: async (tx, ctx, { ref, degree, parent }, retired) => {
    if (retired) await requirePool(ctx, tx, degree, (question) => question.lessonId === ref.id);
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
  },
  reach: async ({ db }, { ref: { id } }, _, { page }) => {
    const [[readers], [running], former] = await Promise.all([
      db
        .select({
          finished: sql<number>`count(*) filter (where ${lessonProgress.completedAt} is not null)::int`,
          inside: sql<number>`count(*) filter (where ${lessonProgress.completedAt} is null)::int`,
        })
        .from(lessonProgress)
        .where(eq(lessonProgress.lessonId, id)),
      db
        .select({ exams: sql<number>`count(distinct ${examAttempts.id})::int` })
        .from(examItems)
        .innerJoin(examAttempts, eq(examAttempts.id, examItems.attemptId))
        .where(and(eq(examItems.lessonId, id), isNull(examAttempts.finishedAt))),
      publishedHtml(db, id),
    ]);
    const counted = { finished: readers!.finished, inside: readers!.inside, exams: running!.exams };
    if (!page || former === undefined) return counted;
    const asked = eq(questions.lessonId, id);
    return { ...counted, ...(await lostWords(db, { notes: { kind: "lesson", textId: id }, asked }, former, page.html)) };
  },
};

async function publishedHtml(db: Db, id: string): Promise<string | undefined> {
  const [row] = await db
    .select({ html: lessonRevisions.html })
    .from(lessons)
    .innerJoin(lessonRevisions, eq(lessonRevisions.id, lessons.publishedRevisionId))
    .where(eq(lessons.id, id));
  return row?.html;
}

/** Where lessons are and what was edited of other texts, as data that a thread can be given. */
export const placesIn = ({ modules: list, retired, edited }: Catalogue): TaughtPlaces => ({
  edited,
  modules: list.map(({ id, degree, lessons: own }) => ({
    id,
    degree,
    lessons: own.map((lesson) => ({ id: lesson.id, title: lesson.title })),
  })),
  retired: [...retired],
});

type PoolQuestion = Awaited<ReturnType<typeof readPool>>[number];

/** @throws AppError pool_too_small where the degree's exam could no longer be drawn without these questions */
export async function requirePool(ctx: Ctx, tx: Db, degree: Degree, isGone: (question: PoolQuestion) => boolean): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${LOCKS.examPool})`); // as what is left is counted
  const pool = await readPool(tx, ctx.catalogue(), degree);
  const left = pool.filter((question) => !isGone(question) && !question.undrawnSince).length;
  if (pool.some(isGone) && left < EXAM_QUESTIONS) throw new AppError("pool_too_small");
}

/** The lessons of a module in their places. */
export async function placesOf(tx: Db, moduleId: number): Promise<string[]> {
  const rows = await tx
    .select({ id: lessons.id })
    .from(lessons)
    .where(and(eq(lessons.moduleId, moduleId), isNotNull(lessons.number)))
    .orderBy(asc(lessons.number));
  return rows.map(({ id }) => id);
}

export async function writePlaces(tx: Db, moduleId: number, ids: string[]): Promise<void> {
  await tx.update(modules).set({ arrangedAt: sql`now()` }).where(eq(modules.id, moduleId));
  if (ids.length === 0) return;
  await tx.execute(sql`
    update ${lessons} l set number = p.place::int
    from unnest(${sql.param(ids)}::text[]) with ordinality as p(id, place) where l.id = p.id`);
}
