import { Worker } from "node:worker_threads";
import { openFairQueue, type Turn } from "./fair-queue.ts";

/** Of one piece of work. Seconds are the processor's, so that a busy machine refuses nothing that an idle one would do. */
type WorkLimits = { seconds: number; megabytes: number };

const LOOK_EVERY_MS = 100;
/** How many times longer than its seconds the work may take by the clock. */
const PATIENCE = 10;

/** Work that was stopped at its limits, or broke down. */
export class WorkFailed extends Error {}

/**
 * Threads that run one script (answer-as-worker.ts), so that what it makes of a hostile input neither holds up this process nor ends it. Who
 * asks for work waits in a fair queue, and has one thread at most at a time. A thread whose work failed is ended.
 * @param bounds.mostWaiting beyond them the largest waiter is told to come back
 * @param bounds.keptSeconds how long an idle thread is kept for the next; 0 ends it after each piece of work
 * @returns asks for one piece of work: `input` is copied, so data only
 * @throws WorkFailed when it takes longer or more memory than it may, throws, or ends without an answer; AppError too_many_tries, superseded
 */
export function openWorkerPool<Input, Output>(
  script: URL,
  bounds: WorkLimits & { threads: number; mostWaiting: number; keptSeconds: number },
): (turn: Turn, input: Input) => Promise<Output> {
  const { threads, mostWaiting, keptSeconds } = bounds;
  const queue = openFairQueue({ concurrency: threads, mostOfGroup: 1, mostWaiting });
  const idle: Thread<Input, Output>[] = [];

  const forget = (thread: Thread<Input, Output>): void => {
    const at = idle.indexOf(thread);
    if (at >= 0) idle.splice(at, 1);
  };

  return (turn, input) =>
    queue.run(turn, async () => {
      const thread = idle.pop() ?? openThread<Input, Output>(script, bounds, forget);
      const output = await thread.ask(input);
      if (keptSeconds === 0) await thread.end();
      else {
        idle.push(thread);
        thread.restFor(keptSeconds);
      }
      return output;
    });
}

type Thread<Input, Output> = {
  /** @throws WorkFailed, and the thread is ended then */
  ask: (input: Input) => Promise<Output>;
  /** Ends the thread when it is not asked for so long. While it rests it keeps no process alive. */
  restFor: (seconds: number) => void;
  end: () => Promise<unknown>;
};

function openThread<Input, Output>(
  script: URL,
  { seconds, megabytes }: WorkLimits,
  forget: (thread: Thread<Input, Output>) => void,
): Thread<Input, Output> {
  const worker = new Worker(script, { resourceLimits: { maxOldGenerationSizeMb: megabytes, stackSizeMb: 1 } });
  let asked: PromiseWithResolvers<Output> | undefined;
  let rest: NodeJS.Timeout | undefined;
  worker.on("message", (output: Output) => asked?.resolve(output));
  worker.on("error", (error) => asked?.reject(new WorkFailed("broke down", { cause: error })));
  worker.on("exit", () => {
    asked?.reject(new WorkFailed("ended without an answer"));
    forget(thread);
  });

  const thread: Thread<Input, Output> = {
    ask: async (input) => {
      clearTimeout(rest);
      worker.ref();
      asked = Promise.withResolvers();
      const stopWatching = watch(worker, seconds, asked.reject);
      try {
        worker.postMessage(input);
        return await asked.promise;
      } catch (error) {
        await worker.terminate();
        throw error;
      } finally {
        stopWatching();
        asked = undefined;
      }
    },
    restFor: (keptSeconds) => {
      worker.unref();
      rest = setTimeout(() => {
        forget(thread); // at once, so that nobody asks one that is ending
        void worker.terminate();
      }, keptSeconds * 1_000).unref();
    },
    end: () => worker.terminate(),
  };
  return thread;
}

/** Looks from time to time what the work has cost since the first look. @returns ends the watch */
function watch(worker: Worker, seconds: number, stop: (reason: WorkFailed) => void): () => void {
  const started = performance.now();
  let before: number | undefined;
  const timer = setInterval(async () => {
    const used = await secondsOf(worker);
    before ??= used;
    const late = performance.now() - started > seconds * PATIENCE * 1_000;
    if (used - before > seconds || late) stop(new WorkFailed(`stopped after ${seconds} s`));
  }, LOOK_EVERY_MS);
  return () => clearInterval(timer);
}

/** What a thread has cost; nothing can be asked of one that is starting or ended. */
const secondsOf = (worker: Worker): Promise<number> =>
  worker.cpuUsage().then(
    ({ user, system }) => (user + system) / 1e6,
    () => 0,
  );
