import { parentPort } from "node:worker_threads";

/**
 * What a thread tells its pool: that it takes the work up, with the processor's seconds it has cost so far; then what it made, or how it failed.
 * The failure is a message, too, as the event of a thread that ends may come before the messages that it sent.
 */
export type WorkerMessage<Output> = { begun: number } | { output: Output } | { failed: string };

/** Makes this script's thread answer each input that worker-pool.ts sends. What `work` throws ends the thread, and fails that input alone. */
export function answerAsWorker<Input, Output>(work: (input: Input) => Output | Promise<Output>): void {
  const tell = (message: WorkerMessage<Output>) => parentPort!.postMessage(message);
  parentPort!.on("message", async (input: Input) => {
    const { user, system } = process.threadCpuUsage();
    tell({ begun: (user + system) / 1e6 });
    let output: Output;
    try {
      output = await work(input);
    } catch (error) {
      tell({ failed: String((error as Error)?.stack ?? error) });
      return;
    }
    tell({ output });
  });
}
