import { sql } from "drizzle-orm";
import { expect, inject, test } from "vitest";
import { openDatabase, QUICK } from "#app/db/client.ts";

/** Lost connections: what a restart of PostgreSQL, a failover or a broken line does to a process that has to go on. */
const opened = async (work: (database: ReturnType<typeof openDatabase>) => Promise<void>) => {
  const { url } = inject("postgres");
  const database = openDatabase(url, 2, () => undefined);
  try {
    await work(database);
  } finally {
    await database.close();
  }
};

const answers = ({ db }: ReturnType<typeof openDatabase>) => db.execute(sql`select 1`).then(({ rowCount }) => rowCount);

test("connections that are lost inside transactions fail those, and no more", () =>
  opened(async (database) => {
    for (let round = 0; round < 5; round += 1) {
      const lost = database.db.transaction((tx) => tx.execute(sql`select pg_terminate_backend(pg_backend_pid())`));
      await expect(lost).rejects.toThrow();
      const lostWhileIdle = database.db.transaction(async (tx) => {
        const { rows } = await tx.execute(sql`select pg_backend_pid() as pid`);
        await database.db.execute(sql`select pg_terminate_backend(${rows[0]!.pid})`);
        await new Promise((resolve) => setTimeout(resolve, 50));
      });
      await expect(lostWhileIdle).rejects.toThrow();
    }
    expect(await answers(database)).toBe(1);
  }));

test("a connection that is lost at `begin` goes back to the pool", () =>
  opened(async (database) => {
    for (let round = 0; round < 5; round += 1) {
      database.pool.once("acquire", (client) =>
        (client as unknown as { connection: { stream: { destroy: () => void } } }).connection.stream.destroy(),
      );
      await expect(database.db.transaction((tx) => tx.execute(sql`select 1`))).rejects.toThrow();
    }
    expect(await answers(database)).toBe(1);
  }));

test("quick statements share a connection, fail alone, and find a new one when it is lost", () =>
  opened(async (database) => {
    const backend = database.db
      .select({ pid: sql<number>`pg_backend_pid()` })
      .from(sql`(values (1)) as one`)
      .prepare(`${QUICK}backend`);
    const inverse = database.db
      .select({ result: sql<number>`1 / ${sql.placeholder("divisor")}::int` })
      .from(sql`(values (1)) as one`)
      .prepare(`${QUICK}inverse`);
    const [first] = await backend.execute();

    const results = await Promise.allSettled([1, 0, 1, 0, 1].map((divisor) => inverse.execute({ divisor })));
    expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled", "rejected", "fulfilled"]);
    expect(await Promise.all([backend.execute(), backend.execute()])).toEqual([[first], [first]]);

    await database.db.execute(sql`select pg_terminate_backend(${first!.pid})`);
    await expect
      .poll(() => backend.execute().catch(() => undefined))
      .toMatchObject([{ pid: expect.not.toSatisfy((pid) => pid === first!.pid) }]);
  }));
