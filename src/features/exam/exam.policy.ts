import { coversDegree, type Degree } from "#app/lib/degrees.ts";

/** Questions of an exam (product decision 3). */
export const EXAM_QUESTIONS = 20;
/** Minutes for all of them. */
export const EXAM_MINUTES = 40;
/** Right answers that pass: 70%. */
export const PASS_MARK = Math.ceil(EXAM_QUESTIONS * 0.7);
/** Hours from the beginning of one attempt to the next one. */
export const HOURS_BETWEEN = 24;

export const passes = (rightCount: number): boolean => rightCount >= PASS_MARK;

/**
 * A question that may be drawn: of a lesson, or of a document that the lesson shows. `met` counts the member's earlier attempts that
 * asked it.
 */
export type PoolQuestion = {
  id: string;
  moduleId: number;
  lessonId: string;
  documentId: string | null;
  /** It has a scene. */
  isCase: boolean;
  /** What it has in common with those that answer it, or that it answers. */
  cluster: string | null;
  met: number;
};
/** A module of the degree, and how many lessons it has: its weight in the exam. */
export type Stratum = { moduleId: number; lessons: number };

/**
 * How many questions each module gives: in proportion to its lessons, by largest remainders (Hamilton's method), so that no module differs
 * from its exact share by one question or more. What a module's pool cannot give, the others do.
 * @param available questions in each module's pool
 * @returns by module id; the sum is `total`, or all that is available
 */
export function quotas(strata: readonly Stratum[], available: ReadonlyMap<number, number>, total: number): Map<number, number> {
  const result = new Map(strata.map(({ moduleId }) => [moduleId, 0]));
  const room = ({ moduleId }: Stratum) => (available.get(moduleId) ?? 0) - result.get(moduleId)!;
  for (;;) {
    const open = strata.filter((stratum) => stratum.lessons > 0 && room(stratum) > 0);
    const left = total - [...result.values()].reduce((sum, count) => sum + count, 0);
    if (left <= 0 || open.length === 0) return result;
    const weight = open.reduce((sum, { lessons }) => sum + lessons, 0);
    const shares = open.map((stratum) => ({ stratum, exact: (left * stratum.lessons) / weight }));
    const byRemainder = shares.toSorted((a, b) => (b.exact % 1) - (a.exact % 1));
    const floors = shares.reduce((sum, { exact }) => sum + Math.floor(exact), 0);
    const favoured = new Set(byRemainder.slice(0, left - floors));
    for (const share of shares) {
      const wanted = Math.floor(share.exact) + (favoured.has(share) ? 1 : 0);
      const { moduleId } = share.stratum;
      result.set(moduleId, result.get(moduleId)! + Math.min(wanted, room(share.stratum)));
    }
  }
}

/** How many questions of an exam are cases, where the pool has them. */
export const FEWEST_CASES = 3;
export const MOST_CASES = 5;

/**
 * Draws an exam: each module's quota, no question twice, three to five cases, and never two questions that answer one another. A question
 * comes the sooner, the fewer of its lesson were drawn already, so that two of one lesson come only where the pool has no other; then the
 * fewer of the same document, or of the lesson itself; then the fewer of the member's attempts asked it; then by chance.
 * @param random numbers in [0, 1)
 * @returns fewer than `total` only when the pool has no more; module by module
 */
export function drawExam(
  pool: readonly PoolQuestion[],
  strata: readonly Stratum[],
  total: number,
  random: () => number,
): PoolQuestion[] {
  const available = new Map(strata.map(({ moduleId }) => [moduleId, pool.filter((one) => one.moduleId === moduleId).length]));
  const left = quotas(strata, available, total);
  const candidates = shuffled(
    pool.filter(({ moduleId }) => left.has(moduleId)),
    random,
  );
  const drawn: PoolQuestion[] = [];
  const draw = (count: number, mayCome: (question: PoolQuestion) => boolean): void => {
    while (drawn.length < count) {
      const next = soonest(
        candidates.filter((one) => mayCome(one) && !drawn.some((other) => excludes(one, other))),
        drawn,
      );
      if (!next) return;
      drawn.push(next);
      left.set(next.moduleId, left.get(next.moduleId)! - 1);
    }
  };
  const hasRoom = ({ moduleId }: PoolQuestion) => left.get(moduleId)! > 0;
  draw(
    Math.min(total, FEWEST_CASES + Math.floor(random() * (MOST_CASES - FEWEST_CASES + 1))),
    (one) => one.isCase && hasRoom(one),
  );
  draw(total, (one) => !one.isCase && hasRoom(one));
  draw(total, hasRoom); // a module whose questions are nearly all cases
  draw(total, () => true); // a module that has no more gives its share to the others
  const order = strata.map(({ moduleId }) => moduleId);
  return shuffled(drawn, random).toSorted((a, b) => order.indexOf(a.moduleId) - order.indexOf(b.moduleId));
}

const excludes = (one: PoolQuestion, other: PoolQuestion): boolean =>
  one.id === other.id || (one.cluster !== null && one.cluster === other.cluster);

function soonest(candidates: readonly PoolQuestion[], drawn: readonly PoolQuestion[]): PoolQuestion | undefined {
  const ofLesson = ({ lessonId }: PoolQuestion) => drawn.filter((other) => other.lessonId === lessonId).length;
  const ofText = ({ lessonId, documentId }: PoolQuestion) =>
    drawn.filter((other) => other.lessonId === lessonId && other.documentId === documentId).length;
  return candidates.toSorted((a, b) => ofLesson(a) - ofLesson(b) || ofText(a) - ofText(b) || a.met - b.met)[0];
}

/** The items in a random order (Fisher and Yates). @param random numbers in [0, 1) */
export function shuffled<Item>(items: readonly Item[], random: () => number): Item[] {
  const result = [...items];
  for (let last = result.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1));
    [result[last], result[other]] = [result[other]!, result[last]!];
  }
  return result;
}

/** Whether each part of a question has its answer. */
export const isComplete = (given: readonly string[] | null): boolean => given !== null && !given.includes("");

/** Answers before a question is judged by its figures. */
export const ANSWERS_TO_JUDGE = 30;

export const ITEM_MARKS = ["easy", "hard", "misleading"] as const;
export type ItemMark = (typeof ITEM_MARKS)[number];

/**
 * What the figures say against a question: too easy above a facility of 0.95, too hard below 0.25, misleading when the discrimination is below
 * 0.1, which says that the strong do no better on it than the weak.
 */
export function judgeItem(item: { shown: number; facility: number | null; discrimination: number | null }): ItemMark[] {
  const { shown, facility, discrimination } = item;
  if (shown < ANSWERS_TO_JUDGE || facility === null) return [];
  return [
    ...(facility > 0.95 ? (["easy"] as const) : []),
    ...(facility < 0.25 ? (["hard"] as const) : []),
    ...(discrimination !== null && discrimination < 0.1 ? (["misleading"] as const) : []),
  ];
}

/** What an attempt says about the next one. */
export type AttemptOutline = { id: string; degree: Degree; startedAt: Date; finishedAt: Date | null; passed: boolean | null };

export type ExamStanding =
  | { status: "degree" }
  | { status: "modules" }
  | { status: "open" }
  | { status: "running"; attemptId: string }
  | { status: "waiting"; opensAt: Date }
  | { status: "passed"; attemptId: string };

/**
 * Where a member is with the exam of a degree. A member who has passed needs no other attempt; one that runs goes on though a lesson was
 * added meanwhile.
 * @param attempts the member's, newest first
 * @param complete whether they have finished every module of the degree
 */
export function examStanding(
  degree: Degree,
  member: { degree: Degree; complete: boolean },
  attempts: readonly AttemptOutline[],
  now: Date,
): ExamStanding {
  if (!coversDegree(member.degree, degree)) return { status: "degree" };
  const own = attempts.filter((attempt) => attempt.degree === degree);
  const passed = own.find((attempt) => attempt.passed);
  if (passed) return { status: "passed", attemptId: passed.id };
  const running = own.find((attempt) => attempt.finishedAt === null);
  if (running) return { status: "running", attemptId: running.id };
  if (!member.complete) return { status: "modules" };
  const opensAt = own[0] && new Date(own[0].startedAt.getTime() + HOURS_BETWEEN * 3_600_000);
  return opensAt && opensAt > now ? { status: "waiting", opensAt } : { status: "open" };
}
