import { execFile } from "node:child_process";
import { randomBytes, randomUUID } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import pg from "pg";
import { expect, test, vi } from "vitest";
import { projectFile } from "#app/project-files.ts";
import { gone, login, realProcess, signUp } from "../support/process.ts";

/** The drill: write, note the time, write more, lose everything, and have the academy of that time again. */
const { folder, start } = realProcess();
const [data, kept] = [join(folder, "data"), join(folder, "kept")];
const settings = {
  BACKUP_CONTINUOUS: "yes",
  BACKUP_DIR: kept,
  BACKUP_HOUR: "never",
  BACKUP_PASSPHRASE: "cavalo correto bateria grampo",
};
const run = promisify(execFile);
const restore = (...args: string[]) =>
  run(process.execPath, [projectFile("build/program/restore.js"), ...args], {
    cwd: folder,
    env: { PATH: process.env.PATH, DATA_DIR: data, ...settings },
  });
const pidFile = () => readFileSync(join(data, "postgres/postmaster.pid"), "utf8").split("\n");

async function query(statement: string, values: unknown[] = []): Promise<any[]> {
  const password = readFileSync(join(data, "postgres-password"), "utf8");
  const client = new pg.Client({ connectionString: `postgres://academia:${password}@127.0.0.1:${pidFile()[3]}/postgres` });
  await client.connect();
  return client
    .query(statement, values)
    .then(({ rows }) => rows)
    .finally(() => client.end());
}

const archives = () => readdirSync(join(kept, "continuous")).sort();
const parts = (part: string, archive = archives().at(-1)!) =>
  readdirSync(join(kept, "continuous", archive, part))
    .filter((name) => !name.endsWith(".part"))
    .sort();
/** The server hands a piece over after a minute; this asks for it now, and waits until it has been taken. */
async function handOver(): Promise<void> {
  const [{ piece }] = await query("select pg_walfile_name(pg_switch_wal()) as piece");
  await vi.waitFor(() => expect(parts("wal").join()).toContain(piece), { timeout: 20_000, interval: 100 });
}

async function storeFile(): Promise<{ path: string; bytes: Buffer }> {
  const [id, bytes] = [randomUUID(), randomBytes(50_000)];
  const path = join(data, "files", id.slice(0, 2), id);
  mkdirSync(join(path, ".."), { recursive: true });
  writeFileSync(path, bytes);
  await query("insert into files (id, purpose, media_type, size, sha256) values ($1, 'document', 'application/pdf', $2, 'x')", [
    id,
    bytes.length,
  ]);
  return { path, bytes };
}

const statuses = async (address: string, names: string[]) =>
  Promise.all(names.map(async (name) => (await login(address, `${name}@academia.test`)).status));

test("the academy of a noted minute is there again, with its files and without what came later; then all that was kept", async () => {
  const first = await start(settings).started;
  await vi.waitFor(() => expect(parts("base")).toHaveLength(1), { timeout: 30_000, interval: 100 });
  expect((await signUp(first.address, "antes@academia.test")).status).toBe(200);
  const { path, bytes } = await storeFile();
  await pause(1_100);
  const noted = new Date().toISOString();
  await pause(1_100);
  expect((await signUp(first.address, "depois@academia.test")).status).toBe(200);
  await vi.waitFor(() => expect(parts("files")).toHaveLength(1), { timeout: 20_000, interval: 100 });
  await query("delete from files");
  rmSync(path);
  await handOver();
  process.kill(Number(pidFile()[0]), "SIGKILL");
  first.process.kill("SIGKILL");
  await gone(first.process);

  const [before] = archives();
  for (const part of [...parts("base"), ...parts("wal"), ...parts("files")]) expect(part).toMatch(/\.gz\.age$/);
  const lost = () => rmSync(data, { recursive: true, force: true });

  lost();
  const refused = await restore("--to", "2020-01-01T00:00").catch((error) => error);
  expect(refused.stderr).toContain("não há cópia de base de antes do momento pedido");
  expect(readdirSync(data)).toEqual(["auth-secret"]); // which reading the settings makes
  const late = await restore("--to", new Date(Date.now() - 1).toISOString()).catch((error) => error);
  expect(late.stderr).toMatch(/não chegam ao momento pedido: a última é de \d{4}-.+--to latest/);

  lost();
  expect((await restore("--to", noted)).stdout).toContain(`a academia de ${noted}`);
  const second = await start(settings).started;
  expect(await statuses(second.address, ["antes", "depois"])).toEqual([200, 401]);
  expect(readFileSync(path).equals(bytes)).toBe(true);
  // what is written from now on goes into an archive of its own
  await vi.waitFor(() => expect(archives()).toHaveLength(2), { timeout: 30_000, interval: 100 });
  await vi.waitFor(() => expect(parts("base")).toHaveLength(1), { timeout: 30_000, interval: 100 });
  expect(archives()[0]).toBe(before);
  expect((await signUp(second.address, "novo@academia.test")).status).toBe(200);
  second.process.kill("SIGTERM"); // the last piece goes out with the server
  await gone(second.process);

  lost();
  expect((await restore("--to", "latest")).stdout).toContain("do último momento guardado");
  const third = await start({ ...settings, BACKUP_CONTINUOUS: "no" }).started;
  expect(await statuses(third.address, ["antes", "depois", "novo"])).toEqual([200, 401, 200]);
}, 240_000);
