import { AppError } from "#app/lib/errors.ts";
import { type Ctx, requireActor } from "#app/server/context.ts";
import type { Catalogue, CatalogueModule } from "./catalogue.ts";
import type { LessonAhead, ModuleCard, ModuleDetail, ModuleList, NextStep } from "./courses.answers.ts";
import { lessonPercent, lessonProgressOf, type ModuleState, moduleStates, type Reader } from "./courses.policy.ts";
import { type MemberRecords, readRecentLessons, readRecords } from "./records.service.ts";

/** Every module's card, for a member with these records. */
export function presentCards(catalogue: Catalogue, reader: Reader, records: MemberRecords): ModuleCard[] {
  const states = moduleStates(catalogue.modules, reader, records);
  return catalogue.modules.map((module) => presentCard(catalogue, module, states.get(module.id)!, records));
}

/** All modules with the member's progress and locks, and where they go on. */
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
  const at = catalogue.modules.indexOf(module);
  const beside = (index: number) => {
    const other = catalogue.modules[index];
    return other ? { id: other.id, title: other.title } : null;
  };
  const goesOn = state.status === "completed" || missing.length > 0;
  return {
    ...presentCard(catalogue, module, state, records),
    previous: beside(at - 1),
    next: beside(at + 1),
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
    place: catalogue.modules.filter((other) => other.degree === degree).indexOf(module) + 1,
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
 * Where the member goes on: the lesson that they read last, when it is open and not complete, else what follows in its module, else
 * the next step of their degree's path. Null when nothing is left.
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
