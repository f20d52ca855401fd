import { sql } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { type Db, openDatabase } from "#app/db/client.ts";
import { type JobTable, migrateQueue, openQueue } from "#app/server/jobs/queue.ts";
import { createLog } from "#app/server/log.ts";
import { testApp } from "../support/app.ts";
import { emptyDatabase } from "../support/past-database.ts";

const app = testApp();

type Numbered = Record<string, { number: number }>;

/** Starts a worker for a task of the test's own. */
async function work(name: string, job: JobTable<Numbered>[string], count: number): Promise<{ log: string[] }> {
  const log: string[] = [];
  const jobs = await openQueue<Numbered>(app.services.databaseUrl, createLog("silent"), { [name]: job }, { supervise: false });
  onTestFinished(jobs.stop);
  for (let number = 1; number <= count; number += 1) await jobs.send(app.services.db, name, { number });
  await jobs.work({ ...app.services, log: createLog("info", { write: (line) => void log.push(line) }) });
  return { log };
}

const settled = async (name: string, db: Db = app.services.db) =>
  (
    await db.execute(sql`select data, state, output from pgboss.job where name = ${name} and state in ('completed', 'failed')
    order by (data->>'number')::int`)
  ).rows;

test("tasks that wait are worked off at once, and one that fails fails alone", async () => {
  const run: JobTable<Numbered>[string]["run"] = async (_, { number }) => {
    if (number === 3) throw new Error("no luck");
  };
  await work("trivial", { retries: 0, run }, 40);
  await expect.poll(() => settled("trivial"), { timeout: 5_000 }).toHaveLength(40);
  const failed = (await settled("trivial")).filter(({ state }) => state !== "completed");
  expect(failed).toMatchObject([{ data: { number: 3 }, output: { message: "no luck" } }]);
});

test("a task's number of tries is the code's, also in a queue that an older version made", async () => {
  const run = async () => undefined;
  await work("changed", { run, retries: 1 }, 0);
  await work("changed", { run, retries: 7 }, 0);
  const { rows } = await app.services.db.execute(sql`select retry_limit from pgboss.queue where name = 'changed'`);
  expect(rows).toEqual([{ retry_limit: 7 }]);
});

test("a task that does something for every member is given hours, as long as its process shows that it is there", async () => {
  const run = async () => undefined;
  await work("made-long", { run, retries: 1 }, 0);
  await work("made-long", { run, retries: 1, isLong: true }, 0);
  await work("left-short", { run, retries: 1 }, 0);
  const { rows } = await app.services.db.execute(
    sql`select expire_seconds, heartbeat_seconds from pgboss.queue where name in ('made-long', 'left-short') order by name`,
  );
  expect(rows).toEqual([
    { expire_seconds: 900, heartbeat_seconds: 120 },
    { expire_seconds: 43_200, heartbeat_seconds: 120 },
  ]);
});

test("what a failed task leaves in the queue and in the log holds none of its query's values", async () => {
  const run: JobTable<Numbered>[string]["run"] = async ({ db }) => {
    await db.execute(sql`select ${"o-segredo-da-carta"}::uuid`);
  };
  const { log } = await work("leaky", { retries: 0, run }, 1);
  await expect.poll(() => settled("leaky"), { timeout: 5_000 }).toHaveLength(1);
  const [failed] = await settled("leaky");
  expect(failed!.output).toMatchObject({
    message: "Failed query: select $1::uuid: invalid input syntax for type uuid: [masked] (22P02)",
  });
  expect(JSON.stringify(failed)).not.toContain("segredo");
  expect(log.join()).toContain('"job":"leaky"');
  expect(log.join()).not.toContain("segredo");
});

test("the queue goes on when PostgreSQL ends its connections", async () => {
  const done: number[] = [];
  const job: JobTable<Numbered>[string] = { retries: 0, run: async (_, { number }) => void done.push(number) };
  const { url } = await emptyDatabase(); // no other queue loses its connections
  await migrateQueue(url);
  const { db, close } = openDatabase(url, 1, () => undefined);
  onTestFinished(close);
  const jobs = await openQueue<Numbered>(url, createLog("silent"), { parted: job }, { supervise: false });
  onTestFinished(jobs.stop);
  await jobs.work(app.services);
  for (const number of [1, 2, 3]) {
    await jobs.send(db, "parted", { number });
    await expect.poll(() => done, { timeout: 5_000 }).toContain(number);
    await expect.poll(() => settled("parted", db), { timeout: 5_000 }).toHaveLength(number);
    const { rows } = await db.execute(
      sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'jobs' and datname = current_database()`,
    );
    expect(rows.length).toBeGreaterThan(0);
  }
});
