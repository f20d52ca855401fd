import { sql } from "drizzle-orm";
import { fromDrizzle, PgBoss } from "pg-boss";
import type { Db } from "../../db/client.ts";
import type { Services } from "../context.ts";
import { type Log, tellableError } from "../log.ts";

/** A background task. `Data` is JSON; `run` must be safe to repeat, because a task is tried again when it fails. */
export type Job<Data extends object = object> = {
  name: string;
  /** Tries after the first, with growing pauses of up to an hour. */
  retries: number;
  /** Cron expression (UTC), for tasks that repeat by themselves. */
  cron?: string;
  run(services: Services, data: Data): Promise<void>;
};

export type Jobs = {
  /** Queues a task in the caller's transaction: it exists if and only if the transaction commits. */
  send: (db: Db, name: string, data: object) => Promise<void>;
  /** Starts a worker for each task. */
  work: (services: Services) => Promise<void>;
  /** Runs what is due now and returns how many tasks that were; for tests and commands. */
  drain: (services: Services) => Promise<number>;
  stop: () => Promise<void>;
};

/** Opens the queue (pg-boss, in the same database); it keeps a schema of its own up to date, under its own lock. */
export async function openJobs(url: string, log: Log, jobs: Job[], options: { supervise?: boolean } = {}): Promise<Jobs> {
  const boss = new PgBoss({ connectionString: url, max: 2, application_name: "jobs", supervise: options.supervise ?? true });
  boss.on("error", (error) => log.error({ err: error }, "job queue"));
  await boss.start();
  for (const job of jobs) {
    await boss.createQueue(job.name, { retryLimit: job.retries, retryDelay: 20, retryBackoff: true, retryDelayMax: 3600 });
  }
  return {
    send: async (db, name, data) => {
      await boss.send(name, data, { db: fromDrizzle(db, sql) });
    },
    work: async (services) => {
      for (const job of jobs) {
        if (job.cron) await boss.schedule(job.name, job.cron);
        await boss.work(job.name, { pollingIntervalSeconds: 1 }, async ([task]) => {
          if (task) await runJob(job, services, task.data as object);
        });
      }
    },
    drain: async (services) => {
      let count = 0;
      for (const job of jobs) {
        for (let [task] = await boss.fetch(job.name); task; [task] = await boss.fetch(job.name)) {
          await job.run(services, task.data as object);
          await boss.complete(job.name, task.id);
          count += 1;
        }
      }
      return count;
    },
    stop: () => boss.stop({ graceful: true, timeout: 10_000 }),
  };
}

/** Runs a task. The queue keeps what it throws, so that only what may be told is thrown on. */
async function runJob(job: Job, services: Services, data: object): Promise<void> {
  try {
    await job.run(services, data);
  } catch (error) {
    services.log.warn({ err: error, job: job.name }, "task failed");
    throw tellableError(error);
  }
}
