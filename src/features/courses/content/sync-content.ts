import { createHash } from "node:crypto";
import { eq, notInArray, sql } from "drizzle-orm";
import { type LessonSource, type ModuleSource, readDrawings, readLesson, readModules } from "#app/content/courses.ts";
import { readTerms } from "#app/content/dictionary.ts";
import { type ChoiceSource, readQuestions } from "#app/content/questions.ts";
import type { Db } from "#app/db/client.ts";
import { LOCKS } from "#app/db/locks.ts";
import { announceCatalogueChange } from "../catalogue.ts";
import { lessonRevisions, lessons, modulePrerequisites, modules, questionOptions, questions } from "../courses.table.ts";
import { LessonSourceError, type LessonTargets, renderLesson } from "./render-lesson.ts";

/** Raise when the renderer changes what it makes of the same source. */
const RENDERER = 2;

const hashOf = (...parts: unknown[]) => createHash("sha256").update(JSON.stringify(parts)).digest("hex");

/** Where lesson texts may link, from the content folder. */
export function lessonTargets(sources: ModuleSource[]): LessonTargets {
  const paths = new Map(
    sources.flatMap((module) => module.lessons.map(({ id }, index) => [id, `/modulo/${module.id}/licao/${index + 1}`])),
  );
  const terms = new Set(readTerms().map((term) => term.slug));
  const drawings = readDrawings();
  return { lessonPath: (id) => paths.get(id), hasTerm: (slug) => terms.has(slug), drawing: (slug) => drawings.get(slug) };
}

/**
 * Brings the database up to the texts in `content/`: a changed lesson becomes a new revision, rendered once; an unchanged one
 * costs a comparison of hashes. Nothing of members' progress is touched. Safe when several processes start together.
 * @throws Error naming the file that is wrong
 */
export async function syncContent(db: Db): Promise<{ revisions: number; questions: number }> {
  const sources = readModules();
  const targets = lessonTargets(sources);
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${LOCKS.coursesSync})`);
    await syncModules(tx, sources);
    const revisions = await syncLessons(tx, sources, targets);
    const changedQuestions = await syncQuestions(
      tx,
      readQuestions().filter((question): question is ChoiceSource => question.form === "choice" && question.lesson !== undefined),
    );
    if (revisions + changedQuestions > 0) await announceCatalogueChange(tx);
    return { revisions, questions: changedQuestions };
  });
}

async function syncModules(tx: Db, sources: ModuleSource[]): Promise<void> {
  const rows = sources.map(({ id, degree, title, description }) => ({ id, degree, title, description }));
  await tx
    .insert(modules)
    .values(rows)
    .onConflictDoUpdate({
      target: modules.id,
      set: { degree: sql`excluded.degree`, title: sql`excluded.title`, description: sql`excluded.description` },
    });
  await tx.delete(modulePrerequisites);
  const requires = sources.flatMap((module) => module.requires.map((requiresId) => ({ moduleId: module.id, requiresId })));
  await tx.insert(modulePrerequisites).values(requires);
  const titles = sources.flatMap((module) =>
    module.lessons.map(({ id, title }, index) => ({ id, moduleId: module.id, number: index + 1, title })),
  );
  await tx
    .insert(lessons)
    .values(titles)
    .onConflictDoUpdate({ target: lessons.id, set: { title: sql`excluded.title` } });
}

async function syncLessons(tx: Db, sources: ModuleSource[], targets: LessonTargets): Promise<number> {
  const published = await tx
    .select({
      lessonId: lessonRevisions.lessonId,
      hash: lessonRevisions.sourceHash,
      id: lessonRevisions.id,
      current: lessons.publishedRevisionId,
    })
    .from(lessonRevisions)
    .innerJoin(lessons, eq(lessons.id, lessonRevisions.lessonId));
  let changed = 0;
  for (const { id } of sources.flatMap((module) => module.lessons)) {
    const source = readLesson(id);
    if (!source) continue;
    const drawings = [...source.markdown.matchAll(/\(prancha:([a-z0-9-]+)/g)].map(([, slug]) => targets.drawing(slug!));
    const hash = hashOf(RENDERER, source, drawings);
    const known = published.find((row) => row.lessonId === id && row.hash === hash);
    if (known?.id !== undefined && known.id === known.current) continue;
    const revisionId = known?.id ?? (await insertRevision(tx, id, hash, source, targets));
    await tx.update(lessons).set({ publishedRevisionId: revisionId }).where(eq(lessons.id, id));
    changed += 1;
  }
  return changed;
}

async function insertRevision(tx: Db, id: string, hash: string, source: LessonSource, targets: LessonTargets) {
  try {
    const { html, headings, terms, words } = renderLesson(source.markdown, targets);
    const row = {
      lessonId: id,
      sourceHash: hash,
      source: source.markdown,
      standfirst: source.standfirst,
      html,
      headings,
      terms,
      words,
    };
    const [inserted] = await tx.insert(lessonRevisions).values(row).returning({ id: lessonRevisions.id });
    return inserted!.id;
  } catch (error) {
    if (error instanceof LessonSourceError) throw new Error(`content/lessons/${id}.md: ${error.message}`);
    throw error;
  }
}

async function syncQuestions(tx: Db, sources: ChoiceSource[]): Promise<number> {
  const known = new Map(
    (await tx.select({ id: questions.id, hash: questions.sourceHash }).from(questions)).map((row) => [row.id, row.hash]),
  );
  const changed = sources.filter((question) => known.get(question.id) !== hashOf(question));
  for (const question of changed) {
    const row = {
      id: question.id,
      lessonId: question.lesson!,
      use: question.use,
      prompt: question.prompt,
      sourceHash: hashOf(question),
    };
    await tx.insert(questions).values(row).onConflictDoUpdate({ target: questions.id, set: row });
    await syncOptions(tx, question);
  }
  const ids = sources.map((question) => question.id);
  const removed =
    ids.length > 0 ? await tx.delete(questions).where(notInArray(questions.id, ids)).returning({ id: questions.id }) : [];
  return changed.length + removed.length;
}

/** Options keep their random ids where they keep their place, so that stored answers still point at them. */
async function syncOptions(tx: Db, question: ChoiceSource): Promise<void> {
  const rows = question.options.map((option, position) => ({ questionId: question.id, position, ...option }));
  await tx
    .insert(questionOptions)
    .values(rows)
    .onConflictDoUpdate({
      target: [questionOptions.questionId, questionOptions.position],
      set: { text: sql`excluded.text`, right: sql`excluded.is_right`, why: sql`excluded.why` },
    });
}
