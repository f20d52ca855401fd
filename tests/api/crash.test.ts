import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import { gone, login, realProcess, signUp } from "../support/process.ts";

/** The real program under kill -9: of itself, of its PostgreSQL, and of both. */
const { folder, start } = realProcess();
const pidFile = () => readFileSync(join(folder, "data/postgres/postmaster.pid"), "utf8").split("\n");
const postmaster = () => Number(pidFile()[0]);

test("PostgreSQL is killed: 503 in words meanwhile, and the program starts it again by itself, losing nothing", async () => {
  const { address, process: app } = await start().started;
  expect((await signUp(address, "um@academia.test")).status).toBe(200);
  process.kill(postmaster(), "SIGKILL");
  const killed = Date.now();
  await vi.waitFor(async () => expect((await fetch(`${address}/readyz`)).status).toBe(503), { timeout: 5_000, interval: 10 });
  await vi.waitFor(async () => expect((await fetch(`${address}/readyz`)).status).toBe(200), { timeout: 30_000, interval: 100 });
  expect(Date.now() - killed).toBeLessThan(10_000);
  await vi.waitFor(async () => expect((await login(address, "um@academia.test")).status).toBe(200), { timeout: 10_000 });

  // Both at once, and started again while the system still counts the killed ones
  process.kill(postmaster(), "SIGKILL");
  app.kill("SIGKILL");
  await gone(app);
  await pause(300);
  const again = await start().started;
  expect((await login(again.address, "um@academia.test")).status).toBe(200);
}, 180_000);
