import { coversDegree, type Degree } from "#app/lib/degrees.ts";
import type { Standing } from "#app/server/context.ts";
import type { ModuleCard, ModuleLock } from "./courses.answers.ts";

/** Share of the degree's path that lessons make up; the exam makes up the rest (product decision 1). */
const LESSONS_SHARE = 0.75;
/** What reading alone can reach; the check question gives the rest. */
export const READING_LIMIT = 0.9;
/** Reported reading positions are floats; from here on the text counts as read to its end. */
export const READ_TO_END = 0.99;

export type LessonRecord = { furthest: number; completed: boolean };
/** What a member did: by lesson id, and the modules that they finished, which stay finished. */
export type StudyRecords<Record extends LessonRecord = LessonRecord> = {
  lessons: ReadonlyMap<string, Record>;
  finished: ReadonlySet<number>;
};
/** Who reads. */
export type Reader = { degree: Degree; standing: Standing };
/** The only one that opens before the member's address is confirmed (src/server/http/standing.ts). */
const FIRST_MODULE = 1;

export type ModuleOutline = { id: number; title: string; degree: Degree; requires: number[]; lessonIds: string[] };

/** What of a module's card follows from the member's records. */
export type ModuleState = Pick<ModuleCard, "status" | "percent" | "completedLessons" | "lock">;

/** Progress of a lesson, 0 to 1: 1 when completed, else the furthest point read, at most 0.9. */
export function lessonProgressOf(record: LessonRecord | undefined): number {
  if (!record) return 0;
  return record.completed ? 1 : Math.min(READING_LIMIT, Math.max(0, record.furthest));
}

/** Whole percent of one lesson, rounded down. */
export const lessonPercent = (record: LessonRecord | undefined): number => percentOf(lessonProgressOf(record), 1);

/** Whole percent of a sum of lesson progresses, rounded down; the tiny surplus undoes binary rounding (0.1 + 0.2). */
const percentOf = (sum: number, count: number): number => Math.floor((sum / count) * 100 + 1e-6);

/**
 * Status, percent and lock of every module, for a member with these records. Lessons added to a finished module
 * are novelties: they neither lower it nor lock anything.
 */
export function moduleStates(modules: ModuleOutline[], reader: Reader, records: StudyRecords): Map<number, ModuleState> {
  const isDone = (id: string) => records.lessons.get(id)?.completed === true;
  const complete = (module: ModuleOutline) => records.finished.has(module.id) || module.lessonIds.every(isDone);
  const byId = new Map(modules.map((module) => [module.id, module]));
  return new Map(
    modules.map((module) => {
      const sum = module.lessonIds.reduce((total, id) => total + lessonProgressOf(records.lessons.get(id)), 0);
      const completedLessons = module.lessonIds.filter(isDone).length;
      const lock = lockOf(module, reader, (id) => complete(byId.get(id)!), byId);
      const status = lock ? "locked" : complete(module) ? "completed" : "in-progress";
      const percent = status === "completed" ? 100 : percentOf(sum, module.lessonIds.length);
      return [module.id, { status, percent, completedLessons, lock }] as const;
    }),
  );
}

function lockOf(
  module: ModuleOutline,
  reader: Reader,
  isComplete: (id: number) => boolean,
  byId: ReadonlyMap<number, ModuleOutline>,
): ModuleLock | null {
  if (reader.standing !== "full" && module.id !== FIRST_MODULE) return { reason: "address" };
  if (!coversDegree(reader.degree, module.degree)) return { reason: "degree", degree: module.degree };
  if (module.degree !== reader.degree) return null;
  const missing = module.requires.filter((id) => !isComplete(id)).map((id) => ({ id, title: byId.get(id)!.title }));
  if (missing.length === 0) return null;
  const beyond = lockOf(byId.get(missing[0]!.id)!, reader, isComplete, byId);
  return { reason: "modules", missing, step: beyond?.reason === "modules" ? beyond.step : missing[0]! };
}

/** "Progresso geral", a whole percent: lessons completed make three quarters of the degree's path, the exam the last one. */
export function overallPercent(completedLessons: number, lessons: number, examPassed: boolean): number {
  if (lessons === 0) return 0;
  return Math.floor(((LESSONS_SHARE * completedLessons) / lessons + (examPassed ? 1 - LESSONS_SHARE : 0)) * 100 + 1e-6);
}
