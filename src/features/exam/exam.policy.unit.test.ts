import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  drawExam,
  examStanding,
  isComplete,
  judgeItem,
  PASS_MARK,
  type PoolQuestion,
  passes,
  quotas,
  type Stratum,
} from "./exam.policy.ts";

const strata = (...lessons: number[]): Stratum[] => lessons.map((count, index) => ({ moduleId: index + 1, lessons: count }));

const question = fc.record({ met: fc.nat(2), document: fc.option(fc.nat(2)) });

/** A pool of so many questions for each lesson of each module, some of documents that it shows; `met` by chance. */
const pools = fc
  .array(fc.array(fc.array(question, { maxLength: 6 }), { maxLength: 8 }), { minLength: 1, maxLength: 6 })
  .map((modules) => ({
    strata: modules.map((lessons, index) => ({ moduleId: index + 1, lessons: lessons.length })),
    pool: modules.flatMap((lessons, module) =>
      lessons.flatMap((questions, lesson) =>
        questions.map(({ met, document }, number): PoolQuestion => {
          const lessonId = `m${module + 1}-l${lesson + 1}`;
          const documentId = document === null ? null : `${lessonId}-doc${document}`;
          return {
            id: `${lessonId}-q${number + 1}`,
            moduleId: module + 1,
            lessonId,
            documentId,
            isCase: false,
            cluster: null,
            met,
          };
        }),
      ),
    ),
  }));

const chance = fc.infiniteStream(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }));
const randomOf = (stream: Iterator<number>) => () => stream.next().value as number;
const countBy = <Item>(items: Item[], key: (item: Item) => string | number) => Map.groupBy(items, key);

describe("the draw", () => {
  test("asks nothing twice, only of the pool, and is full unless the pool is smaller", () => {
    fc.assert(
      fc.property(pools, chance, ({ strata, pool }, stream) => {
        const drawn = drawExam(pool, strata, 20, randomOf(stream));
        expect(new Set(drawn.map(({ id }) => id)).size).toBe(drawn.length);
        expect(drawn.every((question) => pool.includes(question))).toBe(true);
        expect(drawn).toHaveLength(Math.min(20, pool.length));
      }),
    );
  });

  test("holds the strata: where every pool suffices, each module has its exact share, rounded down or up", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 8 }), (lessons) => {
        const plenty = new Map(lessons.map((_, index) => [index + 1, 20]));
        const weight = lessons.reduce((sum, count) => sum + count, 0);
        const shares = quotas(strata(...lessons), plenty, 20);
        expect([...shares.values()].reduce((sum, count) => sum + count, 0)).toBe(20);
        lessons.forEach((count, index) => {
          expect(Math.abs(shares.get(index + 1)! - (20 * count) / weight)).toBeLessThan(1);
        });
      }),
    );
  });

  test("takes two questions of one lesson only when each of the module's lessons has given one, or has none", () => {
    fc.assert(
      fc.property(pools, chance, ({ strata, pool }, stream) => {
        const drawn = drawExam(pool, strata, 20, randomOf(stream));
        for (const [moduleId, questions] of countBy(drawn, ({ moduleId }) => moduleId)) {
          const left = (lessonId: string) => pool.filter((one) => one.lessonId === lessonId && !drawn.includes(one)).length;
          const uses = countBy(questions, ({ lessonId }) => lessonId);
          const lessons = new Set(pool.filter((one) => one.moduleId === moduleId).map(({ lessonId }) => lessonId));
          const most = Math.max(...[...uses.values()].map(({ length }) => length));
          for (const lessonId of lessons)
            if (left(lessonId) > 0) expect((uses.get(lessonId)?.length ?? 0) + 1).toBeGreaterThanOrEqual(most);
        }
      }),
    );
  });

  test("takes two questions of one document, or two of the lesson's own, only when its other texts have given one, or have none", () => {
    fc.assert(
      fc.property(pools, chance, ({ strata, pool }, stream) => {
        const drawn = drawExam(pool, strata, 20, randomOf(stream));
        const textOf = ({ lessonId, documentId }: PoolQuestion) => `${lessonId} ${documentId}`;
        const uses = countBy(drawn, textOf);
        for (const question of drawn) {
          const passedOver = pool.filter((one) => one.lessonId === question.lessonId && !drawn.includes(one));
          for (const other of passedOver)
            expect((uses.get(textOf(other))?.length ?? 0) + 1).toBeGreaterThanOrEqual(uses.get(textOf(question))!.length);
        }
      }),
    );
  });

  test("takes what the member has met in an earlier attempt last of its text", () => {
    fc.assert(
      fc.property(pools, chance, ({ strata, pool }, stream) => {
        const drawn = drawExam(pool, strata, 20, randomOf(stream));
        for (const question of drawn) {
          const passedOver = pool.filter(
            (one) => one.lessonId === question.lessonId && one.documentId === question.documentId && !drawn.includes(one),
          );
          for (const other of passedOver) expect(other.met).toBeGreaterThanOrEqual(question.met);
        }
      }),
    );
  });

  test("asks three to five cases of a pool in which each lesson has one", () => {
    const lessons = [5, 8, 4, 6, 7];
    const pool = lessons.flatMap((count, module) =>
      Array.from({ length: count * 4 }, (_, index): PoolQuestion => {
        const lessonId = `m${module + 1}-l${Math.floor(index / 4)}`;
        return {
          id: `${lessonId}-q${index % 4}`,
          moduleId: module + 1,
          lessonId,
          documentId: null,
          isCase: index % 4 === 0,
          cluster: null,
          met: 0,
        };
      }),
    );
    fc.assert(
      fc.property(chance, (stream) => {
        const drawn = drawExam(pool, strata(...lessons), 20, randomOf(stream));
        const cases = drawn.filter(({ isCase }) => isCase).length;
        expect(cases).toBeGreaterThanOrEqual(3);
        expect(cases).toBeLessThanOrEqual(5);
        expect([...countBy(drawn, ({ moduleId }) => moduleId).values()].map(({ length }) => length)).toEqual([3, 5, 3, 4, 5]);
      }),
    );
  });

  test("never asks two questions that answer one another", () => {
    const clustered = pools.map(({ strata, pool }) => ({
      strata,
      pool: pool.map((one, index) => ({ ...one, isCase: index % 3 === 0, cluster: index % 2 === 0 ? `c${index % 5}` : null })),
    }));
    fc.assert(
      fc.property(clustered, chance, ({ strata, pool }, stream) => {
        const clusters = drawExam(pool, strata, 20, randomOf(stream)).flatMap(({ cluster }) => cluster ?? []);
        expect(new Set(clusters).size).toBe(clusters.length);
      }),
    );
  });

  test("gives the modules of Aprendiz 3, 5, 3, 4 and 5 questions", () => {
    const plenty = new Map([1, 2, 3, 4, 5].map((id) => [id, 20]));
    expect([...quotas(strata(5, 8, 4, 6, 7), plenty, 20).values()]).toEqual([3, 5, 3, 4, 5]);
  });

  test("fills up from the others what one module's pool cannot give", () => {
    const shares = quotas(
      strata(5, 5),
      new Map([
        [1, 3],
        [2, 40],
      ]),
      20,
    );
    expect([...shares.values()]).toEqual([3, 17]);
  });
});

test("14 of 20 pass, 13 do not", () => {
  expect(PASS_MARK).toBe(14);
  expect([passes(14), passes(13)]).toEqual([true, false]);
});

test("an answer is complete when no part is empty", () => {
  expect([isComplete(null), isComplete(["a", ""]), isComplete(["a", "b"])]).toEqual([false, false, true]);
});

describe("what the figures say against a question", () => {
  test.each([
    [29, 0.1, -0.5, []],
    [30, 0.96, 0.3, ["easy"]],
    [30, 0.95, 0.1, []],
    [30, 0.24, 0.3, ["hard"]],
    [30, 0.25, 0.09, ["misleading"]],
    [30, 1, null, ["easy"]],
  ] as const)("of %d answers, facility %d, discrimination %d: %j", (shown, facility, discrimination, marks) =>
    expect(judgeItem({ shown, facility, discrimination })).toEqual(marks),
  );
});

describe("where a member is with an exam", () => {
  const now = new Date("2026-11-22T20:00:00Z");
  const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000);
  const attempt = (hours: number, passed: boolean | null, degree = "aprendiz" as const) => ({
    id: `${hours}`,
    degree,
    startedAt: hoursAgo(hours),
    finishedAt: passed === null ? null : hoursAgo(hours - 0.5),
    passed,
  });
  const member = { degree: "aprendiz", complete: true } as const;

  test.each([
    ["a higher degree", "mestre", member, [], { status: "degree" }],
    ["modules are missing", "aprendiz", { ...member, complete: false }, [], { status: "modules" }],
    ["nothing was tried", "aprendiz", member, [], { status: "open" }],
    ["an attempt runs", "aprendiz", member, [attempt(0.5, null)], { status: "running", attemptId: "0.5" }],
    [
      "one runs and a lesson was added",
      "aprendiz",
      { ...member, complete: false },
      [attempt(0.5, null)],
      { status: "running", attemptId: "0.5" },
    ],
    [
      "the last began 23 hours ago",
      "aprendiz",
      member,
      [attempt(23, false), attempt(60, false)],
      { status: "waiting", opensAt: hoursAgo(-1) },
    ],
    ["the last began 24 hours ago", "aprendiz", member, [attempt(24, false)], { status: "open" }],
    ["one was passed", "aprendiz", member, [attempt(60, true)], { status: "passed", attemptId: "60" }],
    [
      "another degree's was tried",
      "aprendiz",
      { ...member, degree: "mestre" },
      [{ ...attempt(2, false), degree: "mestre" }],
      { status: "open" },
    ],
  ] as const)("%s", (_, degree, who, attempts, standing) =>
    expect(examStanding(degree, who, [...attempts], now)).toEqual(standing),
  );
});
