import { type SQL, sql } from "drizzle-orm";
import type { Db } from "./client.ts";

/** What waits for the next statement. */
type Waiting<Row, Result> = {
  row: Row;
  key: unknown;
  resolve: (result: Result | undefined) => void;
  reject: (error: unknown) => void;
};

/** Rows of one statement at most, so that none runs long. */
const MOST = 64;

/**
 * One statement for all rows of a kind that come while the one before is under way: under load a commit, or a look-up, is paid for once
 * instead of by each request, and alone a row goes at once. Each caller has its answer only when the statement that has its row is
 * committed.
 *
 * @param run the statement, with the results in the order of the rows; undefined where it did nothing for one
 * @param keyOf of writes: rows of the same key never share a statement, as an update would see only one of them
 * @returns the same for one row. When a statement of several fails, each is tried again by itself, so that none fails for another's reason
 */
export function batched<Row, Result>(
  run: (db: Db, rows: Row[]) => Promise<(Result | undefined)[]>,
  keyOf?: (row: Row) => unknown,
): (db: Db, row: Row) => Promise<Result | undefined> {
  const batchers = new WeakMap<Db, (row: Row) => Promise<Result | undefined>>();
  return (db, row) => {
    let add = batchers.get(db);
    if (!add) {
      add = openBatcher((rows) => run(db, rows), keyOf);
      batchers.set(db, add);
    }
    return add(row);
  };
}

/**
 * A write of rows that requests share and that waits for nobody: rows that another transaction has locked are left out, and written by a
 * statement of their own, which waits. Without that, one member's long transaction would hold up everybody.
 *
 * @param run with `waits`, the statement that waits for locks; else the one that skips what is locked
 * @returns the result for one row; undefined where it fits nothing
 */
export function batchedWrite<Row, Result>(
  run: (db: Db, rows: Row[], waits: boolean) => Promise<(Result | undefined)[]>,
  keyOf: (row: Row) => unknown,
): (db: Db, row: Row) => Promise<Result | undefined> {
  const writeTogether = batched<Row, Result>((db, rows) => run(db, rows, false), keyOf);
  return async (db, row) => (await writeTogether(db, row)) ?? (await run(db, [row], true))[0];
}

/** Rows as a statement takes them, as JSON: each with its number `n`, by which its result comes back. And how many they are. */
export const numbered = (rows: readonly object[]): { rows: string; count: number } => ({
  rows: JSON.stringify(rows.map((row, n) => ({ n, ...row }))),
  count: rows.length,
});

/**
 * SQL: those rows, as `r`. The limit says to PostgreSQL's planner how many there are: it expects a hundred of a list in JSON, and for so many reads a
 * table of some thousand rows whole.
 * @param columns names and types
 */
export const givenRows = (columns: SQL): SQL =>
  sql`(select * from jsonb_to_recordset(${sql.placeholder("rows")}::jsonb) as given (n int, ${columns}) limit ${sql.placeholder("count")}) r`;

/** The results of numbered rows in the order of the rows, without the numbers; undefined where there is none. */
export function inOrder<Result extends { n: number }>(rows: readonly object[], results: readonly Result[]) {
  const byNumber = new Map(results.map(({ n, ...result }) => [n, result]));
  return rows.map((_, n) => byNumber.get(n));
}

function openBatcher<Row, Result>(
  run: (rows: Row[]) => Promise<(Result | undefined)[]>,
  keyOf: (row: Row) => unknown = () => Symbol(),
) {
  let waiting: Waiting<Row, Result>[] = [];
  let busy = false;

  const settle = async (batch: Waiting<Row, Result>[]): Promise<void> => {
    try {
      const results = await run(batch.map(({ row }) => row));
      batch.forEach(({ resolve }, index) => {
        resolve(results[index]);
      });
    } catch (error) {
      if (batch.length === 1) batch[0]!.reject(error);
      else await Promise.all(batch.map((one) => settle([one])));
    }
  };

  const work = async (): Promise<void> => {
    while (waiting.length > 0) {
      const taken = new Map<unknown, Waiting<Row, Result>>();
      const left: Waiting<Row, Result>[] = [];
      for (const one of waiting) {
        if (taken.size === MOST || taken.has(one.key)) left.push(one);
        else taken.set(one.key, one);
      }
      waiting = left;
      await settle([...taken.values()]);
    }
    busy = false;
  };

  return (row: Row): Promise<Result | undefined> => {
    const { promise, resolve, reject } = Promise.withResolvers<Result | undefined>();
    waiting.push({ row, key: keyOf(row), resolve, reject });
    if (!busy) {
      busy = true;
      setImmediate(work); // what arrives in this turn of the event loop goes together
    }
    return promise;
  };
}
