import { Worker } from "node:worker_threads";

/** Seconds of the processor's time, so that a busy machine refuses nothing that an idle one would do. */
export type WorkLimits = { seconds: number; megabytes: number };

const LOOK_EVERY_MS = 100;
/** How many times longer than its seconds the work may take by the clock. */
const PATIENCE = 10;

/** Work that was stopped at its limits, or broke down. */
export class WorkFailed extends Error {}

/**
 * Runs a script in its own thread, so that what it makes of a hostile input neither holds up this process nor ends it.
 * @param input what the script finds as `workerData`: a copy, so data only
 * @returns the first message that the script posts
 * @throws WorkFailed when it takes longer or more memory than it may, throws, or ends without a message
 */
export async function runInWorker<Output>(script: URL, input: unknown, { seconds, megabytes }: WorkLimits): Promise<Output> {
  const worker = new Worker(script, { workerData: input, resourceLimits: { maxOldGenerationSizeMb: megabytes, stackSizeMb: 1 } });
  const started = performance.now();
  let watch: NodeJS.Timeout | undefined;
  try {
    return await new Promise<Output>((resolve, reject) => {
      watch = setInterval(async () => {
        const used = await secondsOf(worker);
        const late = performance.now() - started > seconds * PATIENCE * 1_000;
        if (used > seconds || late) reject(new WorkFailed(`stopped after ${seconds} s`));
      }, LOOK_EVERY_MS);
      worker.on("message", resolve);
      worker.on("error", (error) => reject(new WorkFailed("broke down", { cause: error })));
      worker.on("exit", () => reject(new WorkFailed("ended without an answer")));
    });
  } finally {
    clearInterval(watch);
    await worker.terminate();
  }
}

/** What a thread has cost; nothing can be asked of one that is starting or ended. */
const secondsOf = (worker: Worker): Promise<number> =>
  worker.cpuUsage().then(
    ({ user, system }) => (user + system) / 1e6,
    () => 0,
  );
