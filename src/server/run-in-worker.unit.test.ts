import { expect, test } from "vitest";
import { runInWorker, WorkFailed } from "./run-in-worker.ts";

const script = (code: string) =>
  new URL(`data:text/javascript,${encodeURIComponent(`import { parentPort, workerData } from "node:worker_threads";\n${code}`)}`);
const limits = { seconds: 5, megabytes: 32 };

test("gives what the script makes of its input", async () => {
  expect(await runInWorker(script("parentPort.postMessage(workerData.get('a') + 1)"), new Map([["a", 1]]), limits)).toBe(2);
});

test.each([
  ["never ends", "for (;;);", { seconds: 0.3, megabytes: 32 }, "stopped after 0.3 s"],
  ["waits without end", "setInterval(() => {}, 9)", { seconds: 0.05, megabytes: 32 }, "stopped after 0.05 s"],
  ["fills the memory", "const all = []; for (;;) all.push([all.length])", limits, "broke down"],
  ["calls itself without end", "const down = () => down() + 1; down()", limits, "broke down"],
  ["throws", "throw new Error('wrong')", limits, "broke down"],
  ["says nothing", "", limits, "ended without an answer"],
  ["leaves", "process.exit(0)", limits, "ended without an answer"],
])("a script that %s fails, and nothing else does", async (_, code, bounds, message) => {
  const failure = await runInWorker(script(code), null, bounds).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(WorkFailed);
  expect((failure as Error).message).toBe(message);
});
