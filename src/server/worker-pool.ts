import { Worker } from "node:worker_threads";
import { AppError } from "#app/lib/errors.ts";
import type { WorkerMessage } from "./answer-as-worker.ts";
import { openFairQueue, type Turn } from "./fair-queue.ts";

/**
 * Of one piece of work. Seconds are the thread's own on the processor from the moment it took the work up, so that a busy machine refuses
 * nothing that an idle one would do.
 */
type WorkLimits = { seconds: number; megabytes: number };

const LOOK_EVERY_MS = 100;
/** How many times longer than its seconds the work may take by the clock. */
const PATIENCE = 20;
/** How long an idle thread is kept beside another one, in seconds: each holds some 40 MB. */
const SPARE_SECONDS = 10;
/** How long a thread may take, by the clock, to start and take the work up. */
const STARTS_WITHIN_MS = 60_000;

/** Work that its input had stopped at the limits, or broke down: it would again. */
export class WorkFailed extends Error {}

const BUSY = "O serviço está ocupado demais neste momento. Espere um pouco e tente de novo.";
/** Work that was not done for another reason than its input: it may succeed another time. */
const notDone = (reason: string, cause?: unknown) =>
  new AppError("unavailable", { message: BUSY, cause: new Error(reason, { cause }) });

/**
 * Threads that run one script (answer-as-worker.ts), so that what it makes of a hostile input neither holds up this process nor ends it. Who
 * asks for work waits in a fair queue, and has one thread at most at a time. A thread whose work failed is ended.
 * @param bounds.mostWaiting beyond them the largest waiter is told to come back
 * @param bounds.keptSeconds how long an idle thread is kept for the next; 0 ends it after each piece of work
 * @param bounds.spareSeconds how long one is kept beside another
 * @returns asks for one piece of work: `input` is copied, so data only
 * @throws WorkFailed when it takes longer or more memory than it may, or throws; AppError unavailable when the machine does not come to it in
 *   time or the thread does not start or leaves, too_many_tries, superseded
 */
export function openWorkerPool<Input, Output>(
  script: URL,
  bounds: WorkLimits & { threads: number; mostWaiting: number; keptSeconds: number; spareSeconds?: number },
): (turn: Turn, input: Input) => Promise<Output> {
  const { threads, mostWaiting, keptSeconds, spareSeconds = SPARE_SECONDS } = bounds;
  const queue = openFairQueue({ concurrency: threads, mostOfGroup: 1, mostWaiting });
  /** The one that is kept longest is the last. */
  const idle: Thread<Input, Output>[] = [];
  let kept: Thread<Input, Output> | undefined;

  const forget = (thread: Thread<Input, Output>): void => {
    if (kept === thread) kept = undefined;
    const at = idle.indexOf(thread);
    if (at >= 0) idle.splice(at, 1);
  };

  const rest = (thread: Thread<Input, Output>): void => {
    kept ??= thread;
    if (thread === kept) idle.push(thread);
    else idle.unshift(thread);
    thread.restFor(thread === kept ? keptSeconds : Math.min(spareSeconds, keptSeconds));
  };

  return (turn, input) =>
    queue.run(turn, async () => {
      const thread = idle.pop() ?? openThread<Input, Output>(script, bounds, forget);
      const output = await thread.ask(input);
      if (keptSeconds === 0) await thread.end();
      else rest(thread);
      return output;
    });
}

type Thread<Input, Output> = {
  /** @throws WorkFailed, AppError unavailable; the thread is ended then */
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
  let asked: Asked<Output> | undefined;
  let rest: NodeJS.Timeout | undefined;
  worker.on("message", (message: WorkerMessage<Output>) => {
    if ("output" in message) asked?.answer.resolve(message.output);
    else if ("failed" in message) asked?.answer.reject(new WorkFailed("broke down", { cause: message.failed }));
    else if (asked) asked.begun = { at: performance.now(), used: message.begun };
  });
  worker.on("error", (error) =>
    asked?.answer.reject(
      asked.begun || isOutOfMemory(error) ? new WorkFailed("broke down", { cause: error }) : notDone("did not start", error),
    ),
  );
  worker.on("exit", () => {
    asked?.answer.reject(notDone("the thread ended without an answer"));
    forget(thread);
  });

  const thread: Thread<Input, Output> = {
    ask: async (input) => {
      clearTimeout(rest);
      worker.ref();
      asked = { answer: Promise.withResolvers(), at: performance.now() };
      const stopWatching = watch(worker, seconds, asked);
      try {
        worker.postMessage(input);
        return await asked.answer.promise;
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

/** Only work takes so much memory, also where its beginning was not heard of. */
const isOutOfMemory = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === "ERR_WORKER_OUT_OF_MEMORY";

type Asked<Output> = {
  answer: PromiseWithResolvers<Output>;
  /** Milliseconds of the clock. */
  at: number;
  /** When the thread took the work up, in milliseconds of the clock, and what it had cost until then, in seconds. */
  begun?: { at: number; used: number };
};

/** Looks from time to time whether the work takes longer than it may. @returns ends the watch */
function watch<Output>(worker: Worker, seconds: number, asked: Asked<Output>): () => void {
  const timer = setInterval(async () => {
    const { begun, at, answer } = asked;
    if (!begun) {
      if (performance.now() - at > STARTS_WITHIN_MS) answer.reject(notDone("the thread did not take the work up"));
    } else if ((await secondsOf(worker)) - begun.used > seconds) {
      answer.reject(new WorkFailed(`stopped after ${seconds} s`));
    } else if (performance.now() - begun.at > seconds * PATIENCE * 1_000) {
      answer.reject(notDone("the machine did not come to the work in time"));
    }
  }, LOOK_EVERY_MS);
  return () => clearInterval(timer);
}

/** What a thread has cost; nothing can be asked of one that is ended. */
const secondsOf = (worker: Worker): Promise<number> =>
  worker.cpuUsage().then(
    ({ user, system }) => (user + system) / 1e6,
    () => 0,
  );
