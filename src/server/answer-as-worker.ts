import { parentPort } from "node:worker_threads";

/** What a thread tells its pool: that it takes the work up, with the processor's seconds it has cost so far; then what it made. */
export type WorkerMessage<Output> = { begun: number } | { output: Output };

/** Makes this script's thread answer each input that worker-pool.ts sends. What `work` throws ends the thread, and fails that input alone. */
export function answerAsWorker<Input, Output>(work: (input: Input) => Output | Promise<Output>): void {
  const tell = (message: WorkerMessage<Output>) => parentPort!.postMessage(message);
  parentPort!.on("message", async (input: Input) => {
    const { user, system } = process.threadCpuUsage();
    tell({ begun: (user + system) / 1e6 });
    tell({ output: await work(input) });
  });
}
