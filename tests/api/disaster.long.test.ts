import { execFile } from "node:child_process";
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { projectFile } from "#app/project-files.ts";
import { gone, login, realProcess, signUp } from "../support/process.ts";

/** The drill: write under load, back up, kill, lose the data folder, restore, and everybody is there. */
const { folder, start } = realProcess();
const data = join(folder, "data");
const run = promisify(execFile);

const command = (name: "backup" | "restore", args: string[], settings: Record<string, string> = {}) =>
  run(process.execPath, [projectFile(`build/program/${name}.js`), ...args], {
    cwd: folder,
    env: { PATH: process.env.PATH, DATA_DIR: data, ...settings },
  });

test("what was acknowledged before a backup's end is there after the data folder was lost and restored", async () => {
  const { address, process: app } = await start().started;
  const acknowledged: string[] = [];
  let [writing, number] = [true, 0];
  const load = Promise.all(
    Array.from({ length: 3 }, async () => {
      while (writing) {
        number += 1;
        const email = `membro${number}@academia.test`;
        const { status } = await signUp(address, email).catch(() => ({ status: 0 }));
        if (status === 200 && writing) acknowledged.push(email);
      }
    }),
  );
  while (acknowledged.length < 5) await new Promise((resolve) => setTimeout(resolve, 50));
  const before = [...acknowledged];
  const { stdout } = await command("backup", [join(folder, "kept")]);
  writing = false;
  app.kill("SIGKILL");
  process.kill(Number(readFileSync(join(data, "postgres/postmaster.pid"), "utf8").split("\n")[0]), "SIGKILL");
  await Promise.all([gone(app), load]);
  const [name] = readdirSync(join(folder, "kept"));
  expect(stdout).toContain(name);

  rmSync(data, { recursive: true, force: true });
  const restored = await command("restore", [join(folder, "kept", name!)]);
  expect(restored.stdout).toContain("Restaurado");
  const again = await start().started;
  for (const email of before) expect((await login(again.address, email)).status).toBe(200);
  const refused = await command("restore", [join(folder, "kept", name!)]).catch((error) => error);
  expect(refused.stderr).toContain("não está vazia");
}, 240_000);
