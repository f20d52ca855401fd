import { expect, test } from "vitest";
import { openBoundedQueue } from "./bounded-queue.ts";

test("so many tasks run at once, so many wait, and the rest are told to come back; a failed one gives its place up", async () => {
  const run = openBoundedQueue({ concurrency: 2, mostWaiting: 2 });
  let running = 0;
  let most = 0;
  const task = async () => {
    running += 1;
    most = Math.max(most, running);
    await new Promise((resolve) => setTimeout(resolve, 5));
    running -= 1;
    throw new Error("failed");
  };
  const ended = (await Promise.allSettled([1, 2, 3, 4, 5].map(() => run(task)))) as PromiseRejectedResult[];
  expect(ended.map(({ reason }) => reason.code ?? reason.message)).toEqual([...Array(4).fill("failed"), "too_many_tries"]);
  expect(most).toBe(2);
  expect(await run(async () => "free again")).toBe("free again");
});
