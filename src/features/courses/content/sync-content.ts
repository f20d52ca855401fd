import { and, eq, isNull, notInArray, sql } from "drizzle-orm";
import { type LessonSource, type ModuleSource, readDrawings, readLesson, readModules } from "#app/content/courses.ts";
import { readTerms } from "#app/content/dictionary.ts";
import { readDocuments } from "#app/content/documents.ts";
import { CONTENT_FOLDER, ContentError } from "#app/content/files.ts";
import { readQuestions } from "#app/content/questions.ts";
import type { Db } from "#app/db/client.ts";
import { LOCKS } from "#app/db/locks.ts";
import { coversDegree, type Degree } from "#app/lib/degrees.ts";
import { announceCatalogueChange } from "../catalogue.ts";
import { recordCompletions } from "../completions.service.ts";
import { lessonRevisions, lessons, modulePrerequisites, modules } from "../courses.table.ts";
import { hashOf } from "./hash-of.ts";
import { LessonSourceError, type LessonTargets, renderLesson } from "./render-lesson.ts";
import { syncQuestions } from "./sync-questions.ts";

/** Raise when the renderer changes what it makes of the same source. */
const RENDERER = 5;

/** Where texts may link, from the content folder: a text of a degree shows the documents that everybody of that degree may read. */
export function textTargets(sources: ModuleSource[], folder: string): (degree: Degree) => LessonTargets {
  const paths = new Map(
    sources.flatMap((module) => module.lessons.map(({ id }, index) => [id, `/modulo/${module.id}/licao/${index + 1}`])),
  );
  const terms = new Set(readTerms(folder).map((term) => term.slug));
  const drawings = readDrawings(folder);
  const documents = readDocuments(folder);
  return (degree) => ({
    lessonPath: (id) => paths.get(id),
    hasTerm: (slug) => terms.has(slug),
    drawing: (slug) => drawings.get(slug),
    document: (id) => documents.find((document) => document.id === id && coversDegree(degree, document.degree)),
  });
}

/**
 * Brings the database up to the texts in `content/`: a changed lesson becomes a new revision, rendered once; an unchanged one
 * costs a comparison of hashes. What left the files is retired, and what an editor published is left alone. Nothing that members
 * did changes. Safe when several processes start together.
 * @returns how many lessons got another place or title, how many another text, and how many questions changed
 * @throws ContentError
 */
export async function syncContent(
  db: Db,
  folder = CONTENT_FOLDER,
): Promise<{ places: number; revisions: number; questions: number }> {
  const sources = readModules(folder);
  const targetsOf = textTargets(sources, folder);
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${LOCKS.coursesSync})`);
    await recordCompletions(tx); // by the lessons as they were
    await syncModules(tx, sources);
    const places = await syncPlaces(tx, sources);
    await recordCompletions(tx);
    const revisions = await syncTexts(tx, sources, targetsOf, folder);
    const questions = await syncQuestions(tx, readQuestions(folder));
    if (places + revisions + questions > 0) await announceCatalogueChange(tx);
    return { places, revisions, questions };
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
  if (requires.length > 0) await tx.insert(modulePrerequisites).values(requires);
}

/** Gives every lesson its module, place and title, and retires those that left the files. */
async function syncPlaces(tx: Db, sources: ModuleSource[]): Promise<number> {
  const stored = await tx
    .select({
      id: lessons.id,
      moduleId: lessons.moduleId,
      number: lessons.number,
      title: lessons.title,
      origin: lessonRevisions.origin,
    })
    .from(lessons)
    .leftJoin(lessonRevisions, eq(lessonRevisions.id, lessons.publishedRevisionId))
    .orderBy(lessons.number);
  const known = new Map(stored.map((row) => [row.id, row]));
  const isEdited = (id: string) => known.get(id)?.origin === "editor";
  const placed = sources.flatMap((module) =>
    module.lessons.map(({ id, title }, index) => ({
      id,
      moduleId: module.id,
      number: index + 1,
      title: isEdited(id) ? known.get(id)!.title : title,
    })),
  );
  const listed = new Set(placed.map(({ id }) => id));
  for (const { id, moduleId, number, title } of stored) {
    if (number === null || listed.has(id) || !isEdited(id)) continue;
    placed.push({ id, moduleId, title, number: placed.filter((other) => other.moduleId === moduleId).length + 1 });
  }
  const ids = placed.map(({ id }) => id);
  const retired = await tx
    .update(lessons)
    .set({ number: null, retiredAt: sql`now()` })
    .where(and(isNull(lessons.retiredAt), notInArray(lessons.id, ids)))
    .returning({ id: lessons.id });
  const changed = placed.filter(({ id, moduleId, number, title }) => {
    const row = known.get(id);
    return row?.moduleId !== moduleId || row.number !== number || row.title !== title;
  });
  if (changed.length > 0)
    await tx
      .insert(lessons)
      .values(changed)
      .onConflictDoUpdate({
        target: lessons.id,
        set: {
          moduleId: sql`excluded.module_id`,
          number: sql`excluded.number`,
          title: sql`excluded.title`,
          retiredAt: null,
        },
      });
  return changed.length + retired.length;
}

async function syncTexts(
  tx: Db,
  sources: ModuleSource[],
  targetsOf: (degree: Degree) => LessonTargets,
  folder: string,
): Promise<number> {
  const revisions = await tx
    .select({
      lessonId: lessonRevisions.lessonId,
      hash: lessonRevisions.sourceHash,
      origin: lessonRevisions.origin,
      id: lessonRevisions.id,
      current: lessons.publishedRevisionId,
    })
    .from(lessonRevisions)
    .innerJoin(lessons, eq(lessons.id, lessonRevisions.lessonId));
  let changed = 0;
  const written = sources.flatMap(({ degree, lessons: own }) => own.map(({ id }) => ({ id, targets: targetsOf(degree) })));
  for (const { id, targets } of written) {
    const own = revisions.filter((row) => row.lessonId === id);
    const published = own.find((row) => row.id === row.current);
    const source = readLesson(id, folder);
    if (!source || published?.origin === "editor") continue;
    const hash = hashOf(RENDERER, source, ...dependencies(source.markdown, targets));
    if (published?.hash === hash) continue;
    const revisionId = own.find((row) => row.hash === hash)?.id ?? (await insertRevision(tx, hash, source, targets));
    await tx.update(lessons).set({ publishedRevisionId: revisionId }).where(eq(lessons.id, id));
    changed += 1;
  }
  return changed;
}

/** What the rendering of a text takes from elsewhere: its drawings and documents, and the addresses of the lessons it links to. */
const dependencies = (markdown: string, targets: LessonTargets) =>
  [...markdown.matchAll(/\((prancha|licao|documento):([a-z0-9-]+)/g)].map(([, scheme, id]) => {
    if (scheme === "prancha") return targets.drawing(id!);
    return scheme === "licao" ? targets.lessonPath(id!) : (targets.document(id!) ?? null);
  });

async function insertRevision(tx: Db, hash: string, source: LessonSource, targets: LessonTargets) {
  try {
    const { html, headings, terms, words } = renderLesson(source.markdown, targets);
    const row = {
      lessonId: source.id,
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
    if (error instanceof LessonSourceError) throw new ContentError(`content/lessons/${source.id}.md: ${error.message}`);
    throw error;
  }
}
