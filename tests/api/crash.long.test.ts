import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import { compare, openWriters, postmaster } from "../support/faults.ts";
import { gone, login, realProcess, signUp } from "../support/process.ts";

/** The real program under kill -9 while members write: of its PostgreSQL, and of both. The long form: faults.long.test.ts. */
const { folder, start } = realProcess();
const data = join(folder, "data");

test("PostgreSQL is killed, then the program with it, under writes: 503 meanwhile, back by itself, and nothing acknowledged is lost", async () => {
  const { address, process: app } = await start().started;
  expect((await signUp(address, "um@academia.test")).status).toBe(200);
  const writers = openWriters();
  const written = async () => {
    const before = writers.acknowledged.length;
    await vi.waitFor(() => expect(writers.acknowledged.length).toBeGreaterThan(before + 20), { timeout: 20_000 });
  };
  writers.begin(address);
  await written();
  process.kill(postmaster(data), "SIGKILL");
  const killed = Date.now();
  await vi.waitFor(async () => expect((await fetch(`${address}/readyz`)).status).toBe(503), { timeout: 5_000, interval: 10 });
  await vi.waitFor(async () => expect((await fetch(`${address}/readyz`)).status).toBe(200), { timeout: 30_000, interval: 50 });
  expect(Date.now() - killed).toBeLessThan(10_000);
  await written();
  expect([...writers.refusals].filter((status) => status !== 503)).toEqual([]);

  // Both at once, and started again while the system still counts the killed ones
  process.kill(postmaster(data), "SIGKILL");
  app.kill("SIGKILL");
  await Promise.all([gone(app), writers.end()]);
  await pause(300);
  const again = await start().started;
  expect((await login(again.address, "um@academia.test")).status).toBe(200);
  expect(await compare(data, writers.acknowledged)).toMatchObject({ lost: 0, doubled: 0 });
}, 180_000);
