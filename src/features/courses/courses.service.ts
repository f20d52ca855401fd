import { and, desc, eq, gte, isNotNull, isNull, or, sql } from "drizzle-orm";
import { type Db, preparedOnce, QUICK } from "#app/db/client.ts";
import { termsBySlug } from "#app/features/dictionary/dictionary.service.ts";
import { meetLessons, meetQuestions } from "#app/features/review/meet.service.ts";
import { type Searchable, textOfHtml } from "#app/features/search/search-index.service.ts";
import { AppError } from "#app/lib/errors.ts";
import { leastReadingSeconds } from "#app/lib/study-time.ts";
import { type Actor, type Ctx, requireActor } from "#app/server/context.ts";
import { type Encoded, encode } from "#app/server/http/encodings.ts";
import type { Catalogue, CatalogueLesson, CatalogueModule } from "./catalogue.ts";
import { recordCompletions } from "./completions.service.ts";
import type {
  AnswerResult,
  LessonAhead,
  LessonDetail,
  LessonLink,
  LessonText,
  ModuleCard,
  ModuleDetail,
  ModuleList,
  NextStep,
  ProgressResult,
} from "./courses.answers.ts";
import {
  lessonPercent,
  lessonProgressOf,
  type ModuleState,
  moduleStates,
  READ_TO_END,
  type Reader,
  type StudyRecords,
} from "./courses.policy.ts";
import type { AnswerInput, ProgressInput } from "./courses.schema.ts";
import { lessonAnswers, lessonProgress, lessons, moduleCompletions } from "./courses.table.ts";
import { judge } from "./questions.policy.ts";
import { presentCheck, whysOfOthers } from "./questions.service.ts";

type ProgressRecord = { furthest: number; position: number; completed: boolean };
export type MemberRecords = StudyRecords<ProgressRecord>;

/**
 * One prepared query for all of a member's records: at most one row a lesson, each with the modules that he finished, which the
 * database looks up once. Without a lesson there is no finished module.
 */
const recordsQuery = preparedOnce((db: Db) =>
  db
    .select({
      lessonId: lessonProgress.lessonId,
      furthest: lessonProgress.furthest,
      position: lessonProgress.position,
      completed: sql<boolean>`${lessonProgress.completedAt} is not null`,
      finished: sql<number[] | null>`(
        select array_agg(${moduleCompletions.moduleId}) from ${moduleCompletions}
        where ${moduleCompletions.userId} = ${sql.placeholder("userId")})`,
    })
    .from(lessonProgress)
    .where(eq(lessonProgress.userId, sql.placeholder("userId")))
    .prepare(`${QUICK}progress_of_member`),
);

/** What the member read, completed and finished. */
export async function readRecords(db: Db, userId: string): Promise<MemberRecords> {
  const rows = await recordsQuery(db).execute({ userId });
  return {
    lessons: new Map(rows.map(({ lessonId, furthest, position, completed }) => [lessonId, { furthest, position, completed }])),
    finished: new Set(rows[0]?.finished),
  };
}

/** Every module's card, for a member with these records. */
export function presentCards(catalogue: Catalogue, reader: Reader, records: MemberRecords): ModuleCard[] {
  const states = moduleStates(catalogue.modules, reader, records);
  return catalogue.modules.map((module) => presentCard(catalogue, module, states.get(module.id)!, records));
}

/** All modules with the member's progress and locks, and where he goes on. */
export async function listModules(ctx: Ctx): Promise<ModuleList> {
  const actor = requireActor(ctx);
  const catalogue = ctx.catalogue();
  const [records, [last]] = await Promise.all([readRecords(ctx.db, actor.id), readRecentLessons(ctx.db, actor.id, 1)]);
  return {
    modules: presentCards(catalogue, actor, records),
    resume: lessonToResume(catalogue, actor, records, last?.lessonId),
  };
}

/** One module with its lessons; a locked one says what is missing and shows no progress. @throws AppError not_found */
export async function readModule(ctx: Ctx, moduleId: number): Promise<ModuleDetail> {
  const actor = requireActor(ctx);
  const catalogue = ctx.catalogue();
  const module = catalogue.byId.get(moduleId);
  if (!module) throw new AppError("not_found");
  const records = await readRecords(ctx.db, actor.id);
  const states = moduleStates(catalogue.modules, actor, records);
  const state = states.get(moduleId)!;
  const missing = state.lock?.reason === "modules" ? state.lock.missing.map(({ id }) => id) : [];
  const beside = (id: number) => {
    const other = catalogue.byId.get(id);
    return other ? { id, title: other.title } : null;
  };
  const goesOn = state.status === "completed" || missing.length > 0;
  return {
    ...presentCard(catalogue, module, state, records),
    previous: beside(moduleId - 1),
    next: beside(moduleId + 1),
    missing: missing.map((id) => presentCard(catalogue, catalogue.byId.get(id)!, states.get(id)!, records)),
    nextStep: goesOn ? nextStep(catalogue, actor, records, missing[0]) : null,
    lessons: module.lessons.map((lesson) => {
      const record = state.lock ? undefined : records.lessons.get(lesson.id);
      const { number, title } = lesson;
      return {
        number,
        title,
        standfirst: state.lock ? null : (lesson.text?.standfirst ?? null),
        minutes: lesson.text?.minutes ?? null,
        progress: lessonProgressOf(record),
        completed: record?.completed ?? false,
        novelty: state.status === "completed" && !record?.completed,
      };
    }),
  };
}

function presentCard(catalogue: Catalogue, module: CatalogueModule, state: ModuleState, records: MemberRecords): ModuleCard {
  const { id, degree, title, description, lessons } = module;
  const undone = state.lock ? [] : lessons.filter((lesson) => !records.lessons.get(lesson.id)?.completed);
  const begun = undone.find((lesson) => lessonPercent(records.lessons.get(lesson.id)) > 0);
  return {
    ...state,
    percent: state.lock ? 0 : state.percent,
    completedLessons: state.lock ? 0 : state.completedLessons,
    id,
    degree,
    title,
    description,
    lessonCount: lessons.length,
    minutes: lessons.reduce((total, lesson) => total + (lesson.text?.minutes ?? 0), 0),
    nextLesson: undone[0]?.number ?? null,
    place: catalogue.modules.filter((other) => other.degree === degree && other.id <= id).length,
    begun: begun ? { number: begun.number, percent: lessonPercent(records.lessons.get(begun.id)) } : null,
  };
}

/**
 * The first lesson that is open, written and not complete on the path of a degree; from module `from` on, or from its first
 * prerequisite that is open when `from` itself is locked. Novelties of finished modules come last. Null when nothing is left.
 */
export function nextStep(catalogue: Catalogue, reader: Reader, records: MemberRecords, from?: number): NextStep | null {
  const states = moduleStates(catalogue.modules, reader, records);
  const path = catalogue.modules.filter((module) => module.degree === reader.degree && !states.get(module.id)!.lock);
  const finished = (module: CatalogueModule) => states.get(module.id)!.status === "completed";
  const unfinished = path.filter((module) => !finished(module));
  const ordered = [...unfinished.filter((module) => module.id === from), ...unfinished, ...path.filter(finished)];
  for (const module of ordered) {
    const lesson = module.lessons.find((candidate) => candidate.text && !records.lessons.get(candidate.id)?.completed);
    if (lesson) return { moduleId: module.id, moduleTitle: module.title, number: lesson.number, title: lesson.title };
  }
  return null;
}

/**
 * Where the member goes on: the lesson that he read last, when it is open and not complete, else what follows in its module, else
 * the next step of his degree's path. Null when nothing is left.
 */
export function lessonToResume(
  catalogue: Catalogue,
  reader: Reader,
  records: MemberRecords,
  lastRead: string | undefined,
): LessonAhead | null {
  const last = lastRead === undefined ? undefined : catalogue.lessonById.get(lastRead);
  const open = last?.text && !moduleStates(catalogue.modules, reader, records).get(last.moduleId)!.lock;
  const unfinished = open && !records.lessons.get(last.id)?.completed;
  const place = unfinished ? last : nextStep(catalogue, reader, records, last?.moduleId);
  if (!place) return null;
  const module = catalogue.byId.get(place.moduleId)!;
  const lesson = module.lessons.find(({ number }) => number === place.number)!;
  const record = records.lessons.get(lesson.id);
  const minutes = lesson.text?.minutes ?? 0;
  return {
    moduleId: module.id,
    moduleTitle: module.title,
    number: lesson.number,
    title: lesson.title,
    lessonCount: module.lessons.length,
    minutes,
    percent: lessonPercent(record),
    minutesLeft: Math.max(1, Math.round(minutes * (1 - (record?.furthest ?? 0)))),
  };
}

/** A lesson that the member may read, and its records. @throws AppError not_found, locked */
async function openLesson(ctx: Ctx, actor: Actor, find: (catalogue: Catalogue) => CatalogueLesson | undefined) {
  const catalogue = ctx.catalogue();
  const lesson = find(catalogue);
  if (!lesson) throw new AppError("not_found");
  const module = catalogue.byId.get(lesson.moduleId)!;
  const records = await readRecords(ctx.db, actor.id);
  if (moduleStates(catalogue.modules, actor, records).get(module.id)!.lock) throw new AppError("locked");
  return { lesson, module, record: records.lessons.get(lesson.id) };
}

/** Finds the lessons that are taught, by id: where each is, and its text where it is open to the member. */
export async function lessonsForReader(ctx: Ctx) {
  const actor = requireActor(ctx);
  const catalogue = ctx.catalogue();
  const states = moduleStates(catalogue.modules, actor, await readRecords(ctx.db, actor.id));
  return (id: string) => {
    const lesson = catalogue.lessonById.get(id);
    if (!lesson) return undefined;
    const { moduleId, number, title, text } = lesson;
    const module = catalogue.byId.get(moduleId)!;
    return {
      title,
      path: `/modulo/${moduleId}/licao/${number}`,
      shelf: `Módulo ${moduleId} · ${module.title}`,
      order: moduleId * 1_000 + number,
      degree: module.degree,
      html: states.get(moduleId)!.lock ? null : (text?.html ?? null),
    };
  };
}

const findByPlace = (moduleId: number, number: number) => (catalogue: Catalogue) =>
  catalogue.byId.get(moduleId)?.lessons.find((lesson) => lesson.number === number);

/** A lesson's head, its question without the answer, and where the member stopped. @throws AppError not_found, locked */
export async function readLesson(ctx: Ctx, moduleId: number, number: number): Promise<LessonDetail> {
  const actor = requireActor(ctx);
  const { lesson, module, record } = await openLesson(ctx, actor, findByPlace(moduleId, number));
  const beside = (other: CatalogueLesson | undefined): LessonLink | null =>
    other ? { moduleId: other.moduleId, number: other.number, title: other.title } : null;
  const index = module.lessons.indexOf(lesson);
  return {
    id: lesson.id,
    number: lesson.number,
    title: lesson.title,
    module: { id: module.id, title: module.title, degree: module.degree, lessonCount: module.lessons.length },
    previous: beside(module.lessons[index - 1]),
    next: beside(module.lessons[index + 1]),
    progress: {
      value: lessonProgressOf(record),
      position: record?.position ?? 0,
      furthest: record?.furthest ?? 0,
      completed: record?.completed ?? false,
    },
    text: lesson.text && {
      standfirst: lesson.text.standfirst,
      headings: lesson.text.headings,
      minutes: lesson.text.minutes,
      check: lesson.check && presentCheck(lesson.check, actor.id),
    },
  };
}

/** The text of a lesson, ready to be sent: serialised and compressed when it is first read. @throws AppError not_found, locked, lesson_unwritten */
export async function readLessonText(ctx: Ctx, moduleId: number, number: number): Promise<Encoded> {
  const { lesson } = await openLesson(ctx, requireActor(ctx), findByPlace(moduleId, number));
  if (!lesson.text) throw new AppError("lesson_unwritten");
  const { html, terms } = lesson.text;
  let encoded = encodedTexts.get(lesson.text);
  if (!encoded) {
    encoded = encode(Buffer.from(JSON.stringify({ html, terms: termsBySlug(terms) } satisfies LessonText)));
    encodedTexts.set(lesson.text, encoded);
  }
  return encoded;
}

/** By the texts of the catalogue, so that they go with it when it is replaced. */
const encodedTexts = new WeakMap<NonNullable<CatalogueLesson["text"]>, Encoded>();

/** Seconds of reading at hand: what was left, and what the member reports, as far as so much time has passed. */
const seconds = sql`least(${sql.placeholder("least")}::real, ${lessonProgress.unspentSeconds} + least(${sql.placeholder("seconds")}::real,
  extract(epoch from now() - ${lessonProgress.updatedAt}) * ${sql.placeholder("factor")}::real))`;
/** The share of the text that they suffice for, of what is said to have been read since. */
const gain = sql`greatest(0, least(${sql.placeholder("furthest")}::real - ${lessonProgress.furthest}, ${seconds} / ${sql.placeholder("least")}::real))`;

const progressWrite = preparedOnce((db: Db) =>
  db
    .update(lessonProgress)
    .set({
      furthest: sql`least(1, ${lessonProgress.furthest} + ${gain})`,
      unspentSeconds: sql`${seconds} - ${gain} * ${sql.placeholder("least")}::real`,
      position: sql`${sql.placeholder("position")}::real`,
      updatedAt: sql`now()`,
    })
    .where(and(eq(lessonProgress.userId, sql.placeholder("userId")), eq(lessonProgress.lessonId, sql.placeholder("lessonId"))))
    .returning({ furthest: lessonProgress.furthest, completedAt: lessonProgress.completedAt })
    .prepare("progress_write"),
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
  const write = () => progressWrite(ctx.db).execute({ ...place, ...input, least, factor: ctx.env.LIMITS_FACTOR });
  let [row] = await write();
  if (!row) [row] = await progressStart(ctx.db).execute(place);
  if (!row) [row] = await write(); // two first reports at once
  const record = { furthest: row!.furthest, completed: row!.completedAt !== null };
  return { progress: lessonProgressOf(record), furthest: record.furthest, completed: record.completed };
}

/**
 * Judges an answer to the lesson's check question; a right one after the whole text was read completes the lesson.
 * @throws AppError not_found, locked, lesson_unwritten, lesson_unread, too_many_tries
 */
export async function answerCheck(ctx: Ctx, moduleId: number, number: number, input: AnswerInput): Promise<AnswerResult> {
  const actor = requireActor(ctx);
  const { lesson, record } = await openLesson(ctx, actor, findByPlace(moduleId, number));
  if (!lesson.text || !lesson.check) throw new AppError("lesson_unwritten");
  const { id: questionId } = lesson.check;
  const verdict = judge(lesson.check, input.given);
  if (!verdict) throw new AppError("not_found");
  const { right, why, placed, chosen } = verdict;
  if (!record || record.furthest < READ_TO_END) throw new AppError("lesson_unread");
  await ctx.limits.take("answer", actor.id); // each one is a row
  await ctx.db.transaction(async (tx) => {
    if (!right && !record.completed) await meetQuestions(tx, actor.id, [questionId]);
    await tx
      .insert(lessonAnswers)
      .values({ userId: actor.id, questionId, right, ...(chosen ? { optionId: chosen.id } : { given: input.given }) });
    if (!right) return;
    await tx
      .update(lessonProgress)
      .set({ completedAt: sql`coalesce(${lessonProgress.completedAt}, now())`, updatedAt: sql`now()` })
      .where(and(eq(lessonProgress.userId, actor.id), eq(lessonProgress.lessonId, lesson.id)));
    await recordCompletions(tx, actor.id);
    if (!record.completed) await meetLessons(tx, actor.id, lesson.id);
  });
  const others = right ? whysOfOthers(lesson.check, chosen?.id) : [];
  return { right, why, placed, completed: right || record.completed, others };
}

const recentQuery = preparedOnce((db: Db) =>
  db
    .select({
      lessonId: lessonProgress.lessonId,
      furthest: lessonProgress.furthest,
      completedAt: lessonProgress.completedAt,
      updatedAt: lessonProgress.updatedAt,
    })
    .from(lessonProgress)
    .innerJoin(lessons, and(eq(lessons.id, lessonProgress.lessonId), isNull(lessons.retiredAt)))
    .where(
      and(
        eq(lessonProgress.userId, sql.placeholder("userId")),
        or(gte(lessonProgress.furthest, 0.01), isNotNull(lessonProgress.completedAt)), // opened is not read
      ),
    )
    .orderBy(desc(lessonProgress.updatedAt))
    .limit(sql.placeholder("limit"))
    .prepare(`${QUICK}recent_lessons`),
);

/** The member's latest steps in lessons that are taught, newest first. */
export const readRecentLessons = (db: Db, userId: string, limit: number) => recentQuery(db).execute({ userId, limit });

/** The lessons that have a text, each for its degree and those above, to whom its module is open. */
export const searchableLessons = ({ modules }: Catalogue): Searchable[] =>
  modules.flatMap(({ id: moduleId, degree, title: moduleTitle, lessons }) =>
    lessons.flatMap(({ id, number, title, text }) =>
      text
        ? {
            kind: "lesson",
            id,
            degree,
            moduleId,
            path: `/modulo/${moduleId}/licao/${number}`,
            title,
            context: `${moduleTitle} · lição ${number}`,
            source: `${text.standfirst} ${text.html}`,
            text: () => `${text.standfirst} ${textOfHtml(text.html)}`,
          }
        : [],
    ),
  );
