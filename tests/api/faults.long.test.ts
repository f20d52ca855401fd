import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import { compare, killPostgres, killProgram, openWriters, postmaster, queryEmbedded, sendMessage } from "../support/faults.ts";
import { gone, login, realProcess, signUp } from "../support/process.ts";

/** Real kills, a full disk and a moved clock, against the real program. Figures of a run: docs/testing.md; short forms: crash.test.ts. */
const ROUNDS = { program: Number(process.env.FAULT_ROUNDS ?? 100), postgres: Number(process.env.FAULT_ROUNDS ?? 50) };
const tell = (name: string, figures: object) => process.stdout.write(`${name}: ${JSON.stringify(figures)}\n`);

const killed = realProcess();
test("the program is killed under writes, round after round, and loses nothing that it acknowledged", async () => {
  const outcome = await killProgram(killed, ROUNDS.program);
  tell("program killed", outcome);
  expect(outcome).toMatchObject({ lost: 0, doubled: 0 });
  expect(outcome.acknowledged).toBeGreaterThan(ROUNDS.program * 5);
}, 3_600_000);

const served = realProcess();
test("PostgreSQL is killed under writes, round after round: the program starts it again within ten seconds", async () => {
  const outcome = await killPostgres(served, ROUNDS.postgres);
  tell("PostgreSQL killed", outcome);
  expect(outcome).toMatchObject({ lost: 0, doubled: 0 });
  expect(outcome.slowest).toBeLessThan(10_000);
  expect(outcome.acknowledged).toBeGreaterThan(ROUNDS.postgres);
}, 1_800_000);

const small = realProcess();
const disk = join(small.folder, "disk");
const mounted = mountSmallDisk();
test.runIf(mounted)(
  "a full disk is told in words, leaves nothing half-written, and is over once there is space",
  async () => {
    const data = join(disk, "data");
    const { address, process: app } = await small.start({ DATA_DIR: data, LOG_LEVEL: "fatal", LIMITS_FACTOR: "1000000" }).started;
    const ready = async () => (await fetch(`${address}/readyz`)).status;
    expect(await ready()).toBe(200);
    const writers = openWriters();
    writers.begin(address);
    const { bavail, bsize } = statfsSync(disk);
    writeFileSync(join(disk, "ballast"), Buffer.alloc(bavail * bsize - 12 * 1024 * 1024));
    await vi.waitFor(async () => expect(await ready()).toBe(503), { timeout: 10_000, interval: 100 });
    // large messages fill what is left; PostgreSQL compresses what repeats, so nothing does
    const text = () => randomBytes(2_900).toString("base64");
    const refusals = new Set<string>();
    for (let number = 0; number < 20_000 && refusals.size === 0; number += 1) {
      const answer = await sendMessage(address, `Grande ${number}`, text());
      if (answer.status === 200) writers.acknowledged.push(`Grande ${number}`);
      else refusals.add(`${answer.status} ${((await answer.json()) as { message: string }).message}`);
    }
    await writers.end();
    tell("full disk", { refusals: [...refusals], acknowledged: writers.acknowledged.length });
    for (const refusal of refusals)
      expect(refusal).toMatch(
        /^507 Não há espaço em disco para gravar agora\. Nada foi mudado|^503 O serviço está se recuperando/,
      );
    expect(refusals.size).toBeGreaterThan(0);
    expect((await fetch(`${address}/`)).status).toBe(200); // what needs no writing goes on

    rmSync(join(disk, "ballast"));
    await vi.waitFor(async () => expect(await ready()).toBe(200), { timeout: 60_000, interval: 200 });
    expect((await sendMessage(address, "Depois de tudo")).status).toBe(200);
    expect(await compare(data, [...writers.acknowledged, "Depois de tudo"])).toMatchObject({ lost: 0, doubled: 0 });
    app.kill("SIGTERM");
    await gone(app);
  },
  600_000,
);

const moved = realProcess();
const faketime = [
  "/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1",
  "/usr/lib/aarch64-linux-gnu/faketime/libfaketime.so.1",
].find((path) => existsSync(path));
test.runIf(faketime)(
  "a clock that jumps a day ahead, and back again, locks nobody out and stops no task",
  async () => {
    const data = join(moved.folder, "data");
    const names: string[] = [];
    for (const offset of ["+0", "+1d", "+0", "-1d", "+0"]) {
      const { address, process: app } = await moved.start({ LD_PRELOAD: faketime!, FAKETIME: offset }).started;
      const name = `membro${names.length}@academia.test`;
      expect((await signUp(address, name)).status).toBe(200);
      names.push(name);
      for (const known of names) {
        const answer = await login(address, known);
        expect(answer.status).toBe(200);
        const cookie = answer.headers.getSetCookie()[0]!.split(";")[0]!;
        const session = await (await fetch(`${address}/api/session`, { headers: { cookie } })).json();
        expect(session).toMatchObject({ member: { email: known } });
      }
      expect((await fetch(`${address}/readyz`)).status).toBe(200);
      process.kill(postmaster(data), 0); // it is the same machine's clock for both
      app.kill("SIGTERM");
      await gone(app);
    }
    const { process: app } = await moved.start().started;
    const [{ count }] = await queryEmbedded(
      data,
      "select count(*)::int as count from profiles where email like '%@academia.test'",
    );
    expect(count).toBe(names.length);
    app.kill("SIGTERM");
    await gone(app);
  },
  300_000,
);

/** Whether a disk of 220 MB could be made, which only root may; the tests of it are left out otherwise. */
function mountSmallDisk(): boolean {
  mkdirSync(disk, { recursive: true });
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=220m,mode=755", "tmpfs", disk], { stdio: "ignore" });
  } catch {
    process.stdout.write("full disk: left out, as only root may mount the small disk it needs\n");
    return false;
  }
  afterAll(() => void execFileSync("umount", ["--lazy", disk])); // runs before the folder is removed
  return true;
}
