import { parentPort } from "node:worker_threads";

/** Makes this script's thread answer each input that worker-pool.ts sends. What `work` throws ends the thread, and fails that input alone. */
export function answerAsWorker<Input, Output>(work: (input: Input) => Output | Promise<Output>): void {
  parentPort!.on("message", async (input: Input) => parentPort!.postMessage(await work(input)));
}
