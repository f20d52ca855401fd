import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makePastFolder } from "../support/past-database.ts";
import { gone, login, realProcess } from "../support/process.ts";

/** The operator's upgrade: the data folder of a past version, and `npm start` of this one. With real older programs: upgrade.long.test.ts. */
const { folder, start } = realProcess();

test("npm start opens a data folder of the past, after a backup of how it was; the next start has nothing left to do", async () => {
  const data = join(folder, "old");
  await makePastFolder(data);
  const backups = () => readdirSync(join(data, "backups"));

  const first = await start({ DATA_DIR: data }, { launcher: true }).started;
  expect((await login(first.address, "aluno@academia.example", "Academia#2026")).status).toBe(200);
  first.process.kill("SIGTERM"); // the launcher passes it on, and ends after the server
  await gone(first.process);
  const [before] = backups();
  expect(before).toMatch(/^academia-.+-antes-da-atualizacao\.tar\.gz$/);

  const again = await start({ DATA_DIR: data }).started;
  again.process.kill("SIGTERM");
  await gone(again.process);
  expect(backups()).toEqual([before]);
}, 240_000);
