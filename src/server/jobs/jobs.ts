import { sql } from "drizzle-orm";
import { fromDrizzle, type JobResult, PgBoss, type Job as Task } from "pg-boss";
import type { Jobs, Services } from "../context.ts";
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

/**
 * Tasks of one kind that a process takes at once. While so many are found it goes on without a pause, else it looks each second. All
 * are waited for before the next ones, and each may hold a database connection or one to the mail server: not many.
 */
const AT_ONCE = 5;

/** Opens the queue (pg-boss, in the same database); it keeps a schema of its own up to date, under its own lock. */
export async function openJobs(url: string, log: Log, jobs: Job[], options: { supervise?: boolean } = {}): Promise<Jobs> {
  const boss = new PgBoss({ connectionString: url, max: 2, application_name: "jobs", supervise: options.supervise ?? true });
  boss.on("error", (error) => log.error({ err: error }, "job queue"));
  await boss.start();
  for (const job of jobs) {
    const tries = { retryLimit: job.retries, retryDelay: 20, retryBackoff: true, retryDelayMax: 3600 };
    await boss.createQueue(job.name, tries);
    await boss.updateQueue(job.name, tries); // one that is there already is left as it was by the line above
  }
  return {
    send: async (db, name, data) => {
      await boss.send(name, data, { db: fromDrizzle(db, sql) });
    },
    work: async (services) => {
      for (const job of jobs) {
        if (job.cron) await boss.schedule(job.name, job.cron);
        const options = { pollingIntervalSeconds: 1, batchSize: AT_ONCE, burstWhenBatchFull: true, perJobResults: true } as const;
        await boss.work(job.name, options, (tasks) => Promise.all(tasks.map((task) => runTask(job, services, task))));
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

/** Runs a task; it succeeds or fails alone. The queue keeps the error, so that it gets only what may be told. */
async function runTask(job: Job, services: Services, { id, data }: Task<unknown>): Promise<JobResult> {
  try {
    await job.run(services, data as object);
    return { id, status: "completed" };
  } catch (error) {
    services.log.warn({ err: error, job: job.name }, "task failed");
    return { id, status: "failed", output: tellableError(error) };
  }
}
