import { expect, test } from "vitest";
import { batched, batchedWrite } from "./batch.ts";
import type { Db } from "./client.ts";

const db = {} as Db;

/** A batcher over a statement that doubles numbers, and the statements it has sent. */
function doubling(act: (rows: number[]) => void = () => {}) {
  const sent: number[][] = [];
  const double = batched<number, number>(
    async (_, rows) => {
      sent.push(rows);
      await new Promise((resolve) => setImmediate(resolve));
      act(rows);
      return rows.map((row) => (row < 0 ? undefined : row * 2));
    },
    (row) => String(row),
  );
  return { double: (row: number) => double(db, row), sent };
}

test("what comes together goes in one statement, and each has its own result", async () => {
  const { double, sent } = doubling();
  expect(await Promise.all([1, 2, -3].map(double))).toEqual([2, 4, undefined]);
  expect(sent).toEqual([[1, 2, -3]]);
});

test("what comes while a statement is under way goes in the next one", async () => {
  const { double, sent } = doubling();
  const first = double(1);
  await new Promise((resolve) => setImmediate(resolve));
  expect(await Promise.all([first, double(2), double(3)])).toEqual([2, 4, 6]);
  expect(sent).toEqual([[1], [2, 3]]);
});

test("two rows of one key go one after the other", async () => {
  const { double, sent } = doubling();
  expect(await Promise.all([5, 5, 6].map(double))).toEqual([10, 10, 12]);
  expect(sent).toEqual([[5, 6], [5]]);
});

test("a row that fails, fails alone", async () => {
  const { double } = doubling((rows) => {
    if (rows.includes(7)) throw new Error("seven");
  });
  const results = await Promise.allSettled([6, 7, 8].map(double));
  expect(results.map((one) => (one.status === "fulfilled" ? one.value : one.reason.message))).toEqual([12, "seven", 16]);
  expect(await double(9)).toBe(18);
});

test("no statement has more than 64 rows", async () => {
  const { double, sent } = doubling();
  await Promise.all(Array.from({ length: 150 }, (_, row) => double(row)));
  expect(sent.map((rows) => rows.length)).toEqual([64, 64, 22]);
});

test("look-ups without a key share a statement, also of the same row", async () => {
  const sent: string[][] = [];
  const upper = batched<string, string>(async (_, rows) => {
    sent.push(rows);
    return rows.map((row) => row.toUpperCase());
  });
  expect(await Promise.all(["a", "a", "b"].map((row) => upper(db, row)))).toEqual(["A", "A", "B"]);
  expect(sent).toEqual([["a", "a", "b"]]);
});

test("of a shared write, what another transaction has locked is written by itself, and holds up nobody", async () => {
  const sent: { rows: string[]; waits: boolean }[] = [];
  const unlocked = Promise.withResolvers<void>();
  const write = batchedWrite<string, string>(
    async (_, rows, waits) => {
      sent.push({ rows, waits });
      if (waits) await unlocked.promise;
      return rows.map((row) => (row === "locked" && !waits ? undefined : row.toUpperCase()));
    },
    (row) => row,
  );
  const locked = write(db, "locked");
  expect(await Promise.all([write(db, "a"), write(db, "b")])).toEqual(["A", "B"]);
  unlocked.resolve();
  expect(await locked).toBe("LOCKED");
  expect(sent).toEqual([
    { rows: ["locked", "a", "b"], waits: false },
    { rows: ["locked"], waits: true },
  ]);
});
