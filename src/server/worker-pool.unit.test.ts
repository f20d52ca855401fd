import { expect, test } from "vitest";
import type { Turn } from "./fair-queue.ts";
import { openWorkerPool, WorkFailed } from "./worker-pool.ts";

/** A script that answers as answer-as-worker.ts does, with what an expression makes of its `input`. */
const script = (answer: string, before = "") =>
  new URL(
    `data:text/javascript,${encodeURIComponent(`import { parentPort } from "node:worker_threads";\n${before}
    parentPort.on("message", async (input) => { const output = await (${answer}); parentPort.postMessage(output); });`)}`,
  );
const bounds = { seconds: 5, megabytes: 32, threads: 2, mostWaiting: 50, keptSeconds: 0 };
const turn = (group: string): Turn => ({ lane: "known", group });

test("gives what the script makes of its input", async () => {
  const work = openWorkerPool<Map<string, number>, number>(script("input.get('a') + 1"), bounds);
  expect(await work(turn("a"), new Map([["a", 1]]))).toBe(2);
});

test.each([
  ["never ends", "(() => { for (;;); })()", { ...bounds, seconds: 0.3 }, "stopped after 0.3 s"],
  ["waits without end", "new Promise(() => {})", { ...bounds, seconds: 0.05 }, "stopped after 0.05 s"],
  ["fills the memory", "(() => { const all = []; for (;;) all.push([all.length]); })()", bounds, "broke down"],
  ["calls itself without end", "(() => { const down = () => down() + 1; return down(); })()", bounds, "broke down"],
  ["throws", "(() => { throw new Error('wrong'); })()", bounds, "broke down"],
  ["leaves", "process.exit(0)", bounds, "ended without an answer"],
])("a script that %s fails, and nothing else does", async (_, answer, limits, message) => {
  const work = openWorkerPool<null, never>(script(answer), { ...limits, keptSeconds: 60 });
  const failure = await work(turn("a"), null).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(WorkFailed);
  expect((failure as Error).message).toBe(message);
});

test("a thread is kept for the next who asks, its failure ends it, and its limit is of each piece of work", async () => {
  const counts = script(
    "input === 'fail' ? Promise.reject(new Error('wrong')) : input === 'work' ? spend() : (asked += 1)",
    "let asked = 0; const spend = () => { const end = performance.now() + 200; while (performance.now() < end); };",
  );
  const work = openWorkerPool<string, number>(counts, { ...bounds, seconds: 0.5, keptSeconds: 60 });
  expect([await work(turn("a"), "next"), await work(turn("b"), "next")]).toEqual([1, 2]);
  for (let round = 0; round < 5; round += 1) await work(turn("a"), "work");
  expect(await work(turn("a"), "next")).toBe(3);
  await expect(work(turn("a"), "fail")).rejects.toThrow(WorkFailed);
  expect(await work(turn("a"), "next")).toBe(1);
});

test("a thread that nobody asks is ended after its time, and the next who asks has a new one", async () => {
  const work = openWorkerPool<null, number>(script("(asked += 1)", "let asked = 0;"), { ...bounds, keptSeconds: 0.05 });
  expect(await work(turn("a"), null)).toBe(1);
  await expect.poll(() => work(turn("a"), null), { interval: 150 }).toBe(1);
});

test("who fills a pool has one thread, and waits for themself", async () => {
  const work = openWorkerPool<number, number>(script("new Promise((resolve) => setTimeout(resolve, input, input))"), bounds);
  const order: string[] = [];
  const flood = Array.from({ length: 6 }, () => work(turn("a"), 60).then(() => order.push("a")));
  await work(turn("b"), 1).then(() => order.push("b"));
  await Promise.all(flood);
  expect(order.indexOf("b")).toBeLessThanOrEqual(1);
});
