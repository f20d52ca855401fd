import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { login, realProcess, signUp } from "../support/process.ts";

/** The real process on an embedded cluster of its own: how it comes back after being killed, and stops at any moment. */
const { folder, start } = realProcess();

test("killed without warning, it comes back with all that was acknowledged; a second start is refused in words; SIGTERM ends it cleanly", async () => {
  const first = await start().started;
  expect((await signUp(first.address, "um@academia.test")).status).toBe(200);

  const second = await start().ended;
  expect(second.code).toBe(1);
  expect(second.output).toContain("Outra instância da academia já usa a pasta de dados");
  expect((await fetch(`${first.address}/readyz`)).status).toBe(200);

  first.process.kill("SIGKILL");
  await new Promise((resolve) => first.process.once("exit", resolve));
  const third = start();
  const again = await third.started;
  expect((await login(again.address, "um@academia.test")).status).toBe(200);

  const inFlight = signUp(again.address, "dois@academia.test");
  await new Promise((resolve) => setTimeout(resolve, 50));
  again.process.kill("SIGTERM");
  expect((await inFlight).status).toBe(200); // requests in flight are waited for
  const answered = Date.now();
  expect((await third.ended).code).toBe(0);
  expect(Date.now() - answered).toBeLessThan(3_000); // and the connection that the browser keeps is not
  expect(existsSync(join(folder, "data/postgres/postmaster.pid"))).toBe(false);
}, 120_000);

test("asked to stop while it starts, or twice in a row, it leaves no database behind", async () => {
  const [data, left] = [join(folder, "interrupted"), () => readdirSync(join(folder, "interrupted"))];
  const interrupt = async (signals: NodeJS.Signals[]) => {
    const { process: child, started, ended } = start({ DATA_DIR: data });
    if (signals.length > 1) await started;
    else await vi.waitFor(() => expect(left().join()).toContain("postgres"), { timeout: 30_000 });
    for (const signal of signals) {
      child.kill(signal);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    return (await ended).code;
  };
  expect(await interrupt(["SIGTERM"])).toBe(0);
  expect(left().filter((name) => name.includes("building"))).toEqual([]);
  expect(await interrupt(["SIGTERM", "SIGTERM", "SIGINT"])).toBe(0); // as a service manager and the launcher both say it
  expect(existsSync(join(data, "postgres/postmaster.pid"))).toBe(false);
}, 120_000);
