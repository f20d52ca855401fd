import { describe, expect, test } from "vitest";
import { daysBetween } from "#app/lib/days.ts";
import { dayOf, startOfDay } from "./calendar.ts";
import { forecast, type Memory, retention, reviewOf, roomToday } from "./review.policy.ts";
import { GRADES } from "./review.schema.ts";

const BRASILIA = "America/Sao_Paulo";
/** Sunday, 22 November 2026, ten in the evening in Brasília: Monday in UTC. */
const EVENING = new Date("2026-11-23T01:00:00Z");

const FRESH: Memory = {
  state: "new",
  due: EVENING,
  stability: 0,
  difficulty: 0,
  scheduledDays: 0,
  step: 0,
  reviews: 0,
  lapses: 0,
  lastReviewedAt: null,
};

describe("a review", () => {
  test("of a new card: Errei and Difícil come back today, Bem and Fácil on a later day, the better the later", () => {
    const after = GRADES.map((grade) => reviewOf(FRESH, EVENING, BRASILIA)(grade));
    expect(after.map(({ state }) => state)).toEqual(["learning", "learning", "review", "review"]);
    expect(after[0]!.due).toEqual(new Date(EVENING.getTime() + 10 * 60_000));
    expect(after.every(({ reviews }) => reviews === 1)).toBe(true);
    const dues = after.map(({ due }) => due.getTime());
    expect(dues).toEqual(dues.toSorted((a, b) => a - b));
  });

  test("ends an interval of days where the member's day begins, not UTC's", () => {
    const { due, scheduledDays } = reviewOf(FRESH, EVENING, BRASILIA)("easy");
    expect(daysBetween("2026-11-22", dayOf(due, BRASILIA))).toBe(scheduledDays);
    expect(due).toEqual(startOfDay(dayOf(due, BRASILIA), BRASILIA));
    const west = reviewOf(FRESH, new Date("2026-11-23T04:30:00Z"), "America/Rio_Branco")("easy"); // still Sunday there
    expect(daysBetween("2026-11-22", dayOf(west.due, "America/Rio_Branco"))).toBe(scheduledDays);
  });

  test("of a learned card: forgetting it brings it back in ten minutes and counts; remembering makes the interval longer", () => {
    const learned = reviewOf(FRESH, EVENING, BRASILIA)("easy");
    const forgotten = reviewOf(learned, learned.due, BRASILIA)("again");
    expect(forgotten).toMatchObject({ state: "relearning", lapses: 1, scheduledDays: 0 });
    expect(forgotten.due).toEqual(new Date(learned.due.getTime() + 10 * 60_000));
    const [hard, good, easy] = (["hard", "good", "easy"] as const).map((grade) =>
      reviewOf(learned, learned.due, BRASILIA)(grade),
    );
    expect(hard!.scheduledDays).toBeGreaterThanOrEqual(learned.scheduledDays);
    expect(good!.scheduledDays).toBeGreaterThan(hard!.scheduledDays);
    expect(easy!.scheduledDays).toBeGreaterThan(good!.scheduledDays);
  });

  test("never sends a card away for much longer than a year, and the grades still differ", () => {
    let memory: Memory = FRESH;
    for (let count = 0; count < 12; count += 1) memory = reviewOf(memory, memory.due, BRASILIA)("easy");
    const days = GRADES.slice(1).map((grade) => reviewOf(memory, memory.due, BRASILIA)(grade).scheduledDays);
    expect(days).toEqual([365, 366, 367]);
  });
});

test("today asks the daily number, without what was asked already", () => {
  expect(roomToday({ perDay: 20, asked: 0, waiting: 33 })).toBe(20);
  expect(roomToday({ perDay: 20, asked: 14, waiting: 33 })).toBe(6);
  expect(roomToday({ perDay: 20, asked: 25, waiting: 33 })).toBe(0);
  expect(roomToday({ perDay: 20, asked: 0, waiting: 3 })).toBe(3);
});

test("what is beyond the daily number goes to the day after", () => {
  const days = ["2026-11-23", "2026-11-24", "2026-11-25"];
  const due = new Map([
    ["2026-11-23", 15],
    ["2026-11-24", 3],
  ]);
  expect(forecast(days, due, 8, 20).map(({ count }) => count)).toEqual([20, 6, 0]);
});

test("the retention is told from a hundred reviews on", () => {
  expect(retention({ reviews: 99, kept: 99 })).toBeNull();
  expect(retention({ reviews: 100, kept: 87 })).toBe(0.87);
});
