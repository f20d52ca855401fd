import { and, asc, eq, isNotNull, isNull, sql } from "drizzle-orm";
import type { Db } from "#app/db/client.ts";
import { LOCKS } from "#app/db/locks.ts";
import type { EditedText } from "#app/features/authoring/edited-texts.policy.ts";
import { readEditedTexts } from "#app/features/authoring/edited-texts.service.ts";
import { byDegree, type Degree } from "#app/lib/degrees.ts";
import { studyMinutes } from "#app/lib/study-time.ts";
import { lessonRevisions, lessons, modulePrerequisites, modules, questionOptions, questions } from "./courses.table.ts";
import type { JudgedQuestion } from "./questions.policy.ts";

export type CatalogueQuestion = JudgedQuestion & {
  id: string;
  scene: string | null;
  prompt: string;
  lessonId: string | null;
};
export type CatalogueLesson = {
  id: string;
  moduleId: number;
  number: number;
  title: string;
  text: { standfirst: string; html: string; headings: { id: string; title: string }[]; terms: string[]; minutes: number } | null;
  check: CatalogueQuestion | null;
};
export type CatalogueModule = {
  id: number;
  degree: Degree;
  title: string;
  description: string;
  requires: number[];
  lessons: CatalogueLesson[];
  lessonIds: string[];
};
/** Everything the academy teaches, the same for every member. A few megabytes; each process keeps one copy. */
export type Catalogue = {
  modules: CatalogueModule[];
  byId: ReadonlyMap<number, CatalogueModule>;
  lessonById: ReadonlyMap<string, CatalogueLesson>;
  /** The ids of the lessons that were retired. */
  retired: readonly string[];
  /** What was edited in the browser of texts that are files otherwise. */
  edited: readonly EditedText[];
};

/** Reads the published texts, in module and lesson order: six queries one after the other, whatever the number of lessons, as it is read within transactions, too. Of retired ones only the ids. */
export async function loadCatalogue(db: Db): Promise<Catalogue> {
  const moduleRows = inOrder(await db.select().from(modules));
  const requires = await db.select().from(modulePrerequisites).orderBy(asc(modulePrerequisites.requiresId));
  const lessonRows = await db
    .select({ lesson: lessons, revision: lessonRevisions })
    .from(lessons)
    .leftJoin(lessonRevisions, eq(lessonRevisions.id, lessons.publishedRevisionId))
    .where(isNotNull(lessons.number))
    .orderBy(asc(lessons.moduleId), asc(lessons.number));
  const retired = await db.select({ id: lessons.id }).from(lessons).where(isNull(lessons.number));
  const edited = await readEditedTexts(db);
  const checkRows = await db
    .select({ question: questions, option: questionOptions })
    .from(questions)
    .innerJoin(questionOptions, eq(questionOptions.questionId, questions.id))
    .where(and(eq(questions.use, "check"), isNull(questions.retiredAt), isNotNull(questionOptions.position)))
    .orderBy(asc(questions.id), asc(questionOptions.position));
  const checks = new Map(gatherQuestions(checkRows).map((check) => [check.lessonId, check]));
  const list = moduleRows.map((module): CatalogueModule => {
    const own = lessonRows.filter(({ lesson }) => lesson.moduleId === module.id);
    const { id, degree, title, description } = module;
    return {
      ...{ id, degree, title, description },
      requires: requires.filter((row) => row.moduleId === module.id).map((row) => row.requiresId),
      lessonIds: own.map(({ lesson }) => lesson.id),
      lessons: own.map(({ lesson, revision }) => ({
        id: lesson.id,
        moduleId: lesson.moduleId,
        number: lesson.number!,
        title: lesson.title,
        check: checks.get(lesson.id) ?? null,
        text: revision && {
          standfirst: revision.standfirst,
          html: revision.html,
          headings: revision.headings,
          terms: revision.terms,
          minutes: studyMinutes(revision.words),
        },
      })),
    };
  });
  const taught = list.filter((module) => module.lessons.length > 0); // one that left the files, or was emptied, has none
  const byId = new Map(list.map((module) => [module.id, module]));
  for (const module of taught) module.requires = [...new Set(module.requires.flatMap((id) => openPrerequisites(byId, id)))];
  return {
    modules: taught,
    byId: new Map(taught.map((module) => [module.id, module])),
    retired: retired.map(({ id }) => id),
    edited,
    lessonById: new Map(taught.flatMap((module) => module.lessons.map((lesson) => [lesson.id, lesson] as const))),
  };
}

/** Modules in the order of the course: degree by degree, each at its place. */
export const inOrder = <Module extends { degree: Degree; place: number }>(rows: Module[]): Module[] =>
  rows.toSorted((a, b) => byDegree(a, b) || a.place - b.place);

/** A module without lessons asks for nothing itself: what it required stands in its place. */
function openPrerequisites(modules: ReadonlyMap<number, CatalogueModule>, id: number): number[] {
  const module = modules.get(id);
  if (!module) return [];
  return module.lessons.length > 0 ? [id] : module.requires.flatMap((before) => openPrerequisites(modules, before));
}

type QuestionRow = { question: typeof questions.$inferSelect; option: typeof questionOptions.$inferSelect };

/** Questions with their options, in the order of the rows. */
export function gatherQuestions(rows: QuestionRow[]): CatalogueQuestion[] {
  const gathered = new Map<string, CatalogueQuestion>();
  for (const { question, option } of rows) {
    const { id, form, scene, prompt, explanation, lessonId } = question;
    const own = gathered.get(id) ?? { id, form, scene, prompt, explanation, lessonId, options: [] };
    own.options.push({ id: option.id, side: option.side, text: option.text, right: option.right, why: option.why });
    gathered.set(id, own);
  }
  return [...gathered.values()];
}

/** Taken by who changes what is taught, until their transaction ends: of two, one goes after the other. */
export const lockCourse = (tx: Db) => tx.execute(sql`select pg_advisory_xact_lock(${LOCKS.coursesSync})`);

/** Channel on which processes tell each other that texts were published. */
export const CATALOGUE_CHANNEL = "catalogue_changed";

export const announceCatalogueChange = (db: Db) => db.execute(sql`select pg_notify(${CATALOGUE_CHANNEL}, '')`);
