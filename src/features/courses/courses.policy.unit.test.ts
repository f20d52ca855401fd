import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readModules } from "#app/content/courses.ts";
import { DEGREES, type Degree } from "#app/lib/degrees.ts";
import {
  type LessonRecord,
  lessonProgressOf,
  type ModuleOutline,
  moduleStates,
  overallPercent,
  type Reader,
} from "./courses.policy.ts";

const modules: ModuleOutline[] = readModules().map(({ id, title, degree, requires, lessons }) => ({
  id,
  title,
  degree,
  requires,
  lessonIds: lessons.map((lesson) => lesson.id),
}));

/** Records of lessons, without a module that was finished before. */
const study = (lessons: ReadonlyMap<string, LessonRecord>, ...finished: number[]) => ({ lessons, finished: new Set(finished) });
const done: LessonRecord = { furthest: 1, completed: true };
const allOf = (...ids: number[]) =>
  new Map(modules.filter(({ id }) => ids.includes(id)).flatMap(({ lessonIds }) => lessonIds.map((id) => [id, done] as const)));

describe("a lesson's progress", () => {
  test.each([
    [undefined, 0],
    [{ furthest: 0.5, completed: false }, 0.5],
    [{ furthest: 1, completed: false }, 0.9],
    [{ furthest: 0.2, completed: true }, 1],
  ])("%j is %d", (record, progress) => expect(lessonProgressOf(record)).toBe(progress));
});

const reader = (degree: Degree, standing: Reader["standing"] = "full"): Reader => ({ degree, standing });

describe("locks", () => {
  test("until their address is confirmed a member has the first module, and every other one says so", () => {
    const finished = study(new Map(modules.flatMap(({ lessonIds }) => lessonIds.map((id) => [id, done] as const))));
    for (const degree of ["aprendiz", "mestre"] as const)
      expect([...moduleStates(modules, reader(degree, "unconfirmed"), finished)].map(([, { lock }]) => lock?.reason)).toEqual(
        modules.map(({ id }) => (id === 1 ? undefined : "address")),
      );
  });

  const open = (degree: Degree, records = new Map<string, LessonRecord>()) =>
    [...moduleStates(modules, reader(degree), study(records))].filter(([, { lock }]) => lock === null).map(([id]) => id);

  test.each([
    ["a new Aprendiz", "aprendiz", [], [1]],
    ["after module 1", "aprendiz", [1], [1, 2, 3, 4]],
    ["after 2 and 3", "aprendiz", [1, 2, 3], [1, 2, 3, 4]],
    ["after 2, 3 and 4", "aprendiz", [1, 2, 3, 4], [1, 2, 3, 4, 5]],
    ["a new Companheiro", "companheiro", [], [1, 2, 3, 4, 5, 6]],
    ["a Companheiro after 6", "companheiro", [6], [1, 2, 3, 4, 5, 6, 7, 8]],
    ["a new Mestre", "mestre", [], [1, 2, 3, 4, 5, 6, 7, 8, 9]],
    ["a Mestre after 9", "mestre", [9], [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]],
    ["a Mestre after 9, 10 and 11", "mestre", [9, 10, 11], [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]],
  ] as const)("%s", (_, degree, complete, expected) => expect(open(degree, allOf(...complete))).toEqual(expected));

  test("whatever was studied, no module above the degree is open, and completing more never closes anything", () => {
    const record = fc.record({ furthest: fc.double({ min: 0, max: 1, noNaN: true }), completed: fc.boolean() });
    const records = fc.dictionary(fc.constantFrom(...modules.flatMap(({ lessonIds }) => lessonIds)), record);
    fc.assert(
      fc.property(fc.constantFrom(...DEGREES), records, (degree, some) => {
        const before = new Map(Object.entries(some));
        const after = new Map([...before].map(([id]) => [id, done]));
        for (const module of modules) {
          if (DEGREES.indexOf(module.degree) > DEGREES.indexOf(degree)) expect(open(degree, after)).not.toContain(module.id);
        }
        expect(open(degree, after)).toEqual(expect.arrayContaining(open(degree, before)));
      }),
    );
  });
});

test("a finished module stays finished, at 100%, and open, whatever lessons are in it now", () => {
  const records = study(new Map([[modules[0]!.lessonIds[0]!, done]]), 1, 2);
  const states = moduleStates(modules, reader("aprendiz"), records);
  expect(states.get(1)).toEqual({ status: "completed", percent: 100, completedLessons: 1, lock: null });
  expect(states.get(2)).toEqual({ status: "completed", percent: 100, completedLessons: 0, lock: null });
  expect(states.get(5)!.lock).toEqual({
    reason: "modules",
    missing: [3, 4].map((id) => ({ id, title: modules[id - 1]!.title })),
    step: { id: 3, title: modules[2]!.title },
  });
});

test("a lock leads to a module that is open, however many are between", () => {
  const states = moduleStates(modules, reader("aprendiz"), study(new Map()));
  for (const { lock } of states.values()) if (lock?.reason === "modules") expect(states.get(lock.step.id)!.lock).toBeNull();
  expect(states.get(5)!.lock).toMatchObject({ missing: [{ id: 2 }, { id: 3 }, { id: 4 }], step: { id: 1 } });
});

describe("percents are whole and rounded down", () => {
  test("the demo student's modules", () => {
    const records = new Map([
      ...allOf(1),
      ...modules[1]!.lessonIds.slice(0, 6).map((id) => [id, done] as const),
      [modules[3]!.lessonIds[0]!, done] as const,
      [modules[3]!.lessonIds[1]!, { furthest: 0.5, completed: false }] as const,
    ]);
    const states = moduleStates(modules, reader("aprendiz"), study(records));
    expect([1, 2, 4].map((id) => states.get(id)!.percent)).toEqual([100, 75, 25]);
    expect([1, 2, 4].map((id) => states.get(id)!.status)).toEqual(["completed", "in-progress", "in-progress"]);
  });

  test.each([
    [14, 30, false, 35],
    [0, 30, false, 0],
    [30, 30, false, 75],
    [30, 30, true, 100],
    [19, 19, false, 75],
    [1, 3, false, 25],
    [0, 0, false, 0],
  ])("%d of %d lessons, exam %s: %d%%", (completed, lessons, exam, percent) =>
    expect(overallPercent(completed, lessons, exam)).toBe(percent),
  );

  test("for who reads in order, the first floor(lessons × percent / 100) lessons are complete", () => {
    for (const { id, lessonIds } of modules) {
      for (let count = 0; count <= lessonIds.length; count += 1) {
        const state = moduleStates(
          modules,
          reader("mestre"),
          study(new Map(lessonIds.slice(0, count).map((lesson) => [lesson, done]))),
        ).get(id)!;
        expect(Math.floor((lessonIds.length * state.percent) / 100 + 0.5)).toBeGreaterThanOrEqual(count);
        expect(state.completedLessons).toBe(count);
      }
    }
  });
});
