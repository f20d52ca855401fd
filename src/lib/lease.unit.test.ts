import { expect, test } from "vitest";
import { isLeaseOpen } from "./lease.ts";

const DAY = 86_400_000;
const from = Date.parse("2026-11-02T20:00:00Z");
const lease = { from: new Date(from).toISOString(), until: new Date(from + 14 * DAY).toISOString() };
const at = (days: number, seen = from, ahead = 0) => isLeaseOpen(lease, { now: from + days * DAY - ahead, ahead, seen });

test("a lease opens from when it was given until it ends", () => {
  expect([at(0), at(13.99)]).toEqual([true, true]);
  expect([at(14), at(400)]).toEqual([false, false]);
});

test("a clock that runs wrong by years, always the same, changes nothing", () => {
  for (const ahead of [-4_000 * DAY, 4_000 * DAY]) expect([at(13.9, from, ahead), at(14.1, from, ahead)]).toEqual([true, false]);
});

test("a clock that was turned back opens nothing more: before the lease, or before what was opened last", () => {
  expect(at(-1)).toBe(false);
  expect(at(3, from + 9 * DAY)).toBe(false);
  expect(at(9, from + 9 * DAY)).toBe(true);
});

test("a clock that is set right by minutes stays open", () => {
  expect(at(9 - 5 / 1440, from + 9 * DAY)).toBe(true);
});
