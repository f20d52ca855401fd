import { sql } from "drizzle-orm";
import pg from "pg";
import { fromDrizzle, getConstructionPlans, getMigrationPlans, type JobResult, PgBoss } from "pg-boss";
import queuePackage from "pg-boss/package.json" with { type: "json" };
import { LOCKS } from "#app/db/locks.ts";
import type { Services } from "../context.ts";
import { type Log, redactError } from "../log.ts";
import type { JobPayloads, Jobs } from "./jobs.ts";

/** What a background task does. `run` must be safe to repeat, because a task is tried again when it fails. */
export type Job<Name extends keyof JobPayloads> = JobOf<JobPayloads[Name]>;

type JobOf<Payload> = {
  /** Tries after the first, with growing pauses of up to an hour. */
  retries: number;
  /** Cron expression (UTC), for tasks that repeat by themselves. */
  cron?: string;
  /** It does something for every member, and so may run for hours; others are given up after a quarter of an hour. */
  isLong?: boolean;
  run(services: Services, payload: Payload): Promise<void>;
};

/** One entry for each name in the table of payloads; `JOBS` (src/composition/jobs.ts) is the product's. */
export type JobTable<Payloads = JobPayloads> = { [Name in keyof Payloads]: JobOf<Payloads[Name]> };

export type JobQueue<Payloads = JobPayloads> = Jobs<Payloads> & {
  /** Starts a worker for each task. */
  work: (services: Services) => Promise<void>;
  /** Runs what is due now and returns how many tasks that were; for tests and commands. */
  drain: (services: Services) => Promise<number>;
  stop: () => Promise<void>;
};

/**
 * Tasks of one kind that a process takes at once. While so many are found it goes on without a pause, else it looks each second. All
 * are waited for before the next ones, and each may hold a database connection or one to the mail server: not many.
 */
const AT_ONCE = 5;

/**
 * How long a task may run. One that is given up is begun again although it runs on, so a long task gets hours. Each shows by a sign of life that its
 * process is still there: when that was killed, what it held (five letters, say) begins again after two minutes.
 */
const TIME = {
  short: { expireInSeconds: 900, heartbeatSeconds: 120 },
  long: { expireInSeconds: 12 * 3600, heartbeatSeconds: 120 },
};

/**
 * Makes the queue's own tables (pg-boss), or brings them up to date.
 *
 * The package would do it by itself, as whoever opens the queue; but the application may change rows only, and what the package leaves
 * to be built later waits as SQL in a table, which is not to be run by a role that may do more than the one that can write there.
 * @param url address of the role that owns the tables
 */
export async function migrateQueue(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [LOCKS.migration]);
    const { rows } = await client.query("select to_regclass('pgboss.version') is not null as present");
    if (!rows[0].present) return void (await client.query(getConstructionPlans()));
    const { version } = (await client.query<{ version: number }>("select version from pgboss.version")).rows[0]!;
    if (version >= queuePackage.pgboss.schema) return; // a newer one too: a program may go back to the version before
    // one transaction, and after it the builds of indexes, which cannot be in one
    for (const step of getMigrationPlans("pgboss", version).split(/^-- inlined from .*$/m)) await client.query(step);
  } finally {
    await client.end(); // releases the lock with the connection
  }
}

/** Opens the queue, whose tables are up to date (`migrateQueue`). */
export async function openQueue<Payloads extends object>(
  url: string,
  log: Log,
  jobs: JobTable<Payloads>,
  options: { supervise?: boolean } = {},
): Promise<JobQueue<Payloads>> {
  type Name = keyof Payloads & string;
  const boss = new PgBoss({ connectionString: url, max: 2, application_name: "jobs", supervise: options.supervise ?? true });
  let stopped = false;
  boss.on("error", (error) => {
    // the package does not wait until its connections are closed: what the database still says to them when it stops concerns nobody
    if (!stopped) log.error({ err: error }, "job queue");
  });
  await boss.start();
  const names: Name[] = [];
  for (const name in jobs) {
    const { retries, isLong } = jobs[name];
    const settings = {
      ...TIME[isLong ? "long" : "short"],
      retryLimit: retries,
      retryDelay: 20,
      retryBackoff: true,
      retryDelayMax: 3600,
    };
    await boss.createQueue(name, settings);
    await boss.updateQueue(name, settings); // one that is there already is left as it was by the line above
    names.push(name);
  }

  async function work<One extends Name>(name: One, services: Services): Promise<void> {
    const job = jobs[name];
    if (job.cron) await boss.schedule(name, job.cron, {});
    const options = { pollingIntervalSeconds: 1, batchSize: AT_ONCE, burstWhenBatchFull: true, perJobResults: true } as const;
    await boss.work<Payloads[One], object, typeof options>(name, options, (tasks) =>
      Promise.all(tasks.map(({ id, data }) => settle(id, name, services, () => job.run(services, data)))),
    );
  }

  async function drain<One extends Name>(name: One, services: Services): Promise<number> {
    const next = () => boss.fetch<Payloads[One]>(name);
    let count = 0;
    for (let [task] = await next(); task; [task] = await next()) {
      await jobs[name].run(services, task.data);
      await boss.complete(name, task.id);
      count += 1;
    }
    return count;
  }

  return {
    send: async (db, name, payload, startAfter) => {
      await boss.send(name, payload as object, { db: fromDrizzle(db, sql), ...(startAfter && { startAfter }) });
    },
    work: async (services) => {
      for (const name of names) await work(name, services);
    },
    drain: async (services) => {
      let count = 0;
      for (const name of names) count += await drain(name, services);
      return count;
    },
    stop: async () => {
      await boss.stop({ graceful: true, timeout: 10_000 });
      stopped = true;
    },
  };
}

/** Runs a task; it succeeds or fails alone. The queue keeps the error, so it is given only what may be logged. */
async function settle(id: string, job: string, { log }: Services, run: () => Promise<void>): Promise<JobResult> {
  try {
    await run();
    return { id, status: "completed" };
  } catch (error) {
    log.warn({ err: error, job }, "task failed");
    return { id, status: "failed", output: redactError(error) };
  }
}
