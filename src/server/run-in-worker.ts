import { Worker } from "node:worker_threads";

export type WorkLimits = { seconds: number; megabytes: number };

/** Work that was stopped at its limits, or broke down. */
export class WorkFailed extends Error {}

/**
 * Runs a script in a thread of its own, so that what it makes of a hostile input neither holds up this process nor ends it.
 * @param input what the script finds as `workerData`: a copy, so data only
 * @returns the first message that the script posts
 * @throws WorkFailed when it takes longer or more memory than it may, throws, or ends without a message
 */
export async function runInWorker<Output>(script: URL, input: unknown, { seconds, megabytes }: WorkLimits): Promise<Output> {
  const worker = new Worker(script, { workerData: input, resourceLimits: { maxOldGenerationSizeMb: megabytes, stackSizeMb: 1 } });
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise<Output>((resolve, reject) => {
      timer = setTimeout(() => reject(new WorkFailed(`stopped after ${seconds} s`)), seconds * 1_000);
      worker.on("message", resolve);
      worker.on("error", (error) => reject(new WorkFailed("broke down", { cause: error })));
      worker.on("exit", () => reject(new WorkFailed("ended without an answer")));
    });
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}
