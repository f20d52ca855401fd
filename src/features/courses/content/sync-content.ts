import { and, eq, isNull, notInArray, sql } from "drizzle-orm";
import { type LessonSource, type ModuleSource, readLesson, readModules } from "#app/content/courses.ts";
import { CONTENT_FOLDER, ContentError } from "#app/content/files.ts";
import { readQuestions } from "#app/content/questions.ts";
import type { Db } from "#app/db/client.ts";
import { readEditedTexts } from "#app/features/authoring/edited-texts.service.ts";
import { noteRepositoryTexts } from "#app/features/authoring/repository-texts.service.ts";
import { trimLines } from "#app/features/authoring/trim-lines.policy.ts";
import { noteRepositoryText } from "#app/features/authoring/versions.service.ts";
import type { Degree } from "#app/lib/degrees.ts";
import { announceCatalogueChange, lockCourse } from "../catalogue.ts";
import { recordCompletions } from "../completions.service.ts";
import { lessonRevisions, lessons, modulePrerequisites, modules, type Origin } from "../courses.table.ts";
import { hashOf } from "./hash-of.ts";
import { LessonSourceError, type LessonTargets, type RenderedLesson, renderLesson } from "./render-lesson.ts";
import { syncQuestions } from "./sync-questions.ts";
import { type Places, textTargetsOf } from "./text-targets.ts";

/** Raise when the renderer changes what it makes of the same source. */
const RENDERER = 6;

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
  const targetsIn = textTargetsOf(folder);
  return db.transaction(async (tx) => {
    await lockCourse(tx);
    await recordCompletions(tx); // by the lessons as they were
    const places = await syncPlaces(tx, await syncModules(tx, sources));
    await recordCompletions(tx);
    const revisions = await syncTexts(tx, sources, targetsIn(await readPlaces(tx)), folder);
    const questions = await syncQuestions(tx, readQuestions(folder));
    await noteRepositoryTexts(tx, folder);
    if (places + revisions + questions > 0) await announceCatalogueChange(tx);
    return { places, revisions, questions };
  });
}

/** @returns the modules with what the files list of each, none of those that were written in the browser */
async function syncModules(tx: Db, sources: ModuleSource[]): Promise<Pick<ModuleSource, "id" | "lessons">[]> {
  const stored = await tx.select().from(modules).orderBy(modules.place);
  const edited = new Map(stored.filter(({ editedAt }) => editedAt).map((module) => [module.id, module]));
  const listed = new Set(sources.map(({ id }) => id));
  const writtenHere = [...edited.values()].filter(({ id }) => !listed.has(id));
  const heads = [...sources, ...writtenHere].map(({ id, degree, title, description }) => {
    const own = edited.get(id) ?? { title, description };
    return { id, degree, title: own.title, description: own.description };
  });
  const places = new Map(stored.map(({ id, place }) => [id, place]));
  const moved = new Set(stored.filter(({ movedAt }) => movedAt).map(({ degree }) => degree));
  const rows = [...Map.groupBy(heads, ({ degree }) => degree)].flatMap(([degree, own]) => {
    const placeOf = ({ id }: { id: number }) => (moved.has(degree) && places.get(id)) || own.length + 1;
    return own.toSorted((a, b) => placeOf(a) - placeOf(b)).map((head, index) => ({ ...head, place: index + 1 }));
  });
  await tx
    .insert(modules)
    .values(rows)
    .onConflictDoUpdate({
      target: modules.id,
      set: {
        degree: sql`excluded.degree`,
        title: sql`excluded.title`,
        description: sql`excluded.description`,
        place: sql`excluded.place`,
      },
    });
  const ofFiles = sources.filter(({ id }) => !edited.has(id));
  await tx.delete(modulePrerequisites).where(notInArray(modulePrerequisites.moduleId, [...edited.keys()]));
  const requires = ofFiles.flatMap((module) => module.requires.map((requiresId) => ({ moduleId: module.id, requiresId })));
  if (requires.length > 0) await tx.insert(modulePrerequisites).values(requires);
  return [...sources, ...writtenHere.map(({ id }) => ({ id, lessons: [] }))];
}

/** Gives every lesson its module, place and title, and retires those that left the files. What was moved, retired or written in the browser stays so. */
async function syncPlaces(tx: Db, sources: Pick<ModuleSource, "id" | "lessons">[]): Promise<number> {
  const stored = await tx
    .select({
      id: lessons.id,
      moduleId: lessons.moduleId,
      number: lessons.number,
      title: lessons.title,
      retiredHere: lessons.retiredHere,
      origin: lessonRevisions.origin,
      isArranged: sql<boolean>`${modules.arrangedAt} is not null`,
    })
    .from(lessons)
    .innerJoin(modules, eq(modules.id, lessons.moduleId))
    .leftJoin(lessonRevisions, eq(lessonRevisions.id, lessons.publishedRevisionId))
    .orderBy(lessons.number);
  const known = new Map(stored.map((row) => [row.id, row]));
  const isEdited = (id: string) => known.get(id)?.origin === "editor";
  const listed = new Set(sources.flatMap((module) => module.lessons.map(({ id }) => id)));
  const writtenHere = stored.filter(({ id, number }) => number !== null && !listed.has(id) && isEdited(id));
  const placed = sources.flatMap((module) => {
    const own = [
      ...module.lessons.filter(({ id }) => !known.get(id)?.retiredHere),
      ...writtenHere.filter(({ moduleId }) => moduleId === module.id),
    ];
    const placeOf = ({ id }: { id: string }) => {
      const row = known.get(id);
      return row?.isArranged && row.moduleId === module.id ? (row.number ?? own.length) : own.length;
    };
    return own
      .toSorted((a, b) => placeOf(a) - placeOf(b))
      .map(({ id, title }, index) => ({
        id,
        moduleId: module.id,
        number: index + 1,
        title: isEdited(id) ? known.get(id)!.title : title,
      }));
  });
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

/** Where the lessons are now, and what was edited of the texts that they link. */
export async function readPlaces(tx: Db): Promise<Places> {
  const { id, moduleId, number } = lessons;
  const rows = await tx.select({ id, moduleId, number }).from(lessons).orderBy(moduleId, number);
  const placed = rows.filter((row) => row.number !== null);
  return {
    modules: [...Map.groupBy(placed, (row) => row.moduleId)].map(([module, own]) => ({ id: module, lessons: own })),
    retired: rows.filter((row) => row.number === null).map((row) => row.id),
    edited: await readEditedTexts(tx),
  };
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
  const written = sources.flatMap(({ degree, lessons: own }) =>
    own.map(({ id, title }) => ({ id, title, targets: targetsOf(degree) })),
  );
  for (const { id, title, targets } of written) {
    const own = revisions.filter((row) => row.lessonId === id);
    const published = own.find((row) => row.id === row.current);
    const source = readLesson(id, folder);
    if (!source) continue;
    if (published?.origin === "editor") {
      const { standfirst, markdown } = source;
      await noteRepositoryText(tx, { kind: "lesson", id }, { title, standfirst, markdown: trimLines(markdown) });
      continue;
    }
    const hash = repositoryHash(source, targets);
    if (published?.hash === hash) continue;
    await writeRevision(tx, { title, source, hash, origin: "repository", rendered: renderFile(source, targets) });
    changed += 1;
  }
  return changed + (await rerenderPublished(tx, targetsOf));
}

/**
 * Renders published texts again where the renderer, or what they point at, has changed: the address of a lesson that moved, say. An edited text
 * that no longer renders stays as it is.
 */
export async function rerenderPublished(tx: Db, targetsOf: (degree: Degree) => LessonTargets): Promise<number> {
  const published = await tx
    .select({
      id: lessons.id,
      title: lessons.title,
      degree: modules.degree,
      origin: lessonRevisions.origin,
      sourceHash: lessonRevisions.sourceHash,
      standfirst: lessonRevisions.standfirst,
      markdown: lessonRevisions.source,
    })
    .from(lessons)
    .innerJoin(modules, eq(modules.id, lessons.moduleId))
    .innerJoin(lessonRevisions, eq(lessonRevisions.id, lessons.publishedRevisionId))
    .where(isNull(lessons.retiredAt));
  let changed = 0;
  for (const { id, title, degree, origin, sourceHash, standfirst, markdown } of published) {
    const source = { id, standfirst, markdown };
    const targets = targetsOf(degree);
    const hash = origin === "editor" ? editedHash(title, source, targets) : repositoryHash(source, targets);
    if (sourceHash === hash) continue;
    try {
      const rendered = renderLesson(source.markdown, targets);
      await writeRevision(tx, { title, source, hash, rendered, origin });
      changed += 1;
    } catch (error) {
      if (!(error instanceof LessonSourceError)) throw error;
    }
  }
  return changed;
}

const repositoryHash = (source: LessonSource, targets: LessonTargets): string =>
  hashOf(RENDERER, source, ...dependencies(source.markdown, targets));

/** Of what an editor published; it never equals that of a text of the files. */
const editedHash = (title: string, source: LessonSource, targets: LessonTargets): string =>
  hashOf("editor", title, RENDERER, source, ...dependencies(source.markdown, targets));

type Edited = { title: string; source: LessonSource; targets: LessonTargets; rendered: RenderedLesson };

/** Makes what an editor wrote the published text of its lesson. */
export const writeEditedRevision = (tx: Db, { targets, ...edited }: Edited): Promise<void> =>
  writeRevision(tx, { ...edited, origin: "editor", hash: editedHash(edited.title, edited.source, targets) });

type NewRevision = { title: string; source: LessonSource; origin: Origin; hash: string; rendered: RenderedLesson };

/** Makes a text the published one of its lesson. */
async function writeRevision(tx: Db, { title, source, origin, hash, rendered }: NewRevision): Promise<void> {
  const { html, headings, terms, words } = rendered;
  const { id: lessonId, standfirst, markdown } = source;
  const row = { lessonId, origin, sourceHash: hash, source: markdown, standfirst, html, headings, terms, words };
  const [revision] = await tx
    .insert(lessonRevisions)
    .values(row)
    .onConflictDoUpdate({ target: [lessonRevisions.lessonId, lessonRevisions.sourceHash], set: { html } })
    .returning({ id: lessonRevisions.id });
  await tx.update(lessons).set({ title, publishedRevisionId: revision!.id }).where(eq(lessons.id, lessonId));
}

/** What the rendering of a text takes from elsewhere: its drawings and documents, and the addresses of the lessons it links to. */
const dependencies = (markdown: string, targets: LessonTargets) =>
  [...markdown.matchAll(/\((prancha|licao|documento):([a-z0-9-]+)/g)].map(([, scheme, id]) => {
    if (scheme === "prancha") return targets.drawing(id!);
    return scheme === "licao" ? targets.lessonPath(id!) : (targets.document(id!) ?? null);
  });

/** @throws ContentError naming the file */
function renderFile(source: LessonSource, targets: LessonTargets): RenderedLesson {
  try {
    return renderLesson(source.markdown, targets);
  } catch (error) {
    if (error instanceof LessonSourceError) throw new ContentError(`content/lessons/${source.id}.md: ${error.message}`);
    throw error;
  }
}
