import { expect, test } from "vitest";
import { AppError } from "#app/lib/errors.ts";
import type { Turn } from "./fair-queue.ts";
import { openWorkerPool, WorkFailed } from "./worker-pool.ts";

/** A script whose thread answers with what an expression makes of its `input`. */
const script = (answer: string, before = "") =>
  new URL(
    `data:text/javascript,${encodeURIComponent(`import { answerAsWorker } from "${new URL("answer-as-worker.ts", import.meta.url)}";\n${before}
    answerAsWorker(async (input) => (${answer}));`)}`,
  );
/** A function of a script's that takes the processor for so many milliseconds. */
const SPEND = `const used = () => { const { user, system } = process.threadCpuUsage(); return (user + system) / 1_000; };
const spend = (ms) => {
  for (const end = used() + ms; used() < end; ) for (let count = 0; count < 1e6; count += 1);
};`;
const bounds = { seconds: 5, megabytes: 32, threads: 2, mostWaiting: 50, keptSeconds: 0 };
const turn = (group: string): Turn => ({ lane: "known", group });

test("gives what the script makes of its input", async () => {
  const work = openWorkerPool<Map<string, number>, number>(script("input.get('a') + 1"), bounds);
  expect(await work(turn("a"), new Map([["a", 1]]))).toBe(2);
});

test.each([
  ["never ends", "(() => { for (;;); })()", { ...bounds, seconds: 0.3 }, "stopped after 0.3 s"],
  ["fills the memory", "(() => { const all = []; for (;;) all.push([all.length]); })()", bounds, "broke down"],
  ["calls itself without end", "(() => { const down = () => down() + 1; return down(); })()", bounds, "broke down"],
  ["throws", "(() => { throw new Error('wrong'); })()", bounds, "broke down"],
])("a script that %s fails, and nothing else does", async (_, answer, limits, message) => {
  const work = openWorkerPool<null, never>(script(answer), { ...limits, keptSeconds: 60 });
  const failure = await work(turn("a"), null).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(WorkFailed);
  expect((failure as Error).message).toBe(message);
});

test.each([
  ["waits without end", script("new Promise(() => {})"), "the machine did not come to the work in time"],
  ["leaves", script("process.exit(0)"), "the thread ended without an answer"],
  ["does not start", script("1", "throw new Error('wrong');"), "did not start"],
])("a script that %s is not its input's fault: the service says that it is busy", async (_, url, reason) => {
  const work = openWorkerPool<null, never>(url, { ...bounds, seconds: 0.05 });
  const failure = await work(turn("a"), null).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(AppError);
  const { code, message, cause } = failure as AppError;
  expect([code, message, (cause as Error).message]).toEqual([
    "unavailable",
    "O serviço está ocupado demais neste momento. Espere um pouco e tente de novo.",
    reason,
  ]);
});

test("what a thread costs before it takes the work up, and what it waits for, does not count", async () => {
  const slow = script("new Promise((resolve) => setTimeout(resolve, 600, input))", `${SPEND} spend(600);`);
  expect(await openWorkerPool<number, number>(slow, { ...bounds, seconds: 0.3 })(turn("a"), 7)).toBe(7);
});

test("a thread is kept for the next who asks, its failure ends it, and its limit is of each piece of work", async () => {
  const counts = script(
    "input === 'fail' ? Promise.reject(new Error('wrong')) : input === 'work' ? spend(200) : (asked += 1)",
    `let asked = 0; ${SPEND}`,
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

test("of two threads that rest one is kept, and the other ended soon", async () => {
  const asked = script("(asked += 1, new Promise((resolve) => setTimeout(resolve, 200, asked)))", "let asked = 0;");
  const work = openWorkerPool<null, number>(asked, { ...bounds, keptSeconds: 60, spareSeconds: 0.05 });
  const both = () => Promise.all([work(turn("a"), null), work(turn("b"), null)]);
  expect(await both()).toEqual([1, 1]);
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(await both()).toEqual([2, 1]);
});

test("who fills a pool has one thread, and waits for themself", async () => {
  const work = openWorkerPool<number, number>(script("new Promise((resolve) => setTimeout(resolve, input, input))"), bounds);
  const order: string[] = [];
  const flood = Array.from({ length: 6 }, () => work(turn("a"), 60).then(() => order.push("a")));
  await work(turn("b"), 1).then(() => order.push("b"));
  await Promise.all(flood);
  expect(order.indexOf("b")).toBeLessThanOrEqual(1);
});
