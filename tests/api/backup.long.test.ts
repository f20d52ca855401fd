import { randomBytes, randomUUID } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { generateX25519Identity, identityToRecipient } from "age-encryption";
import type pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { restoreBackup } from "#app/composition/restore.ts";
import { migrateDatabase } from "#app/db/migrate.ts";
import { makeBackup, secretsToKeep } from "#app/server/backup/backup.ts";
import { backUpWhenDue, lastOccurrence, readFailures } from "#app/server/backup/daily.ts";
import { parseEnv } from "#app/server/env.ts";
import { createLog } from "#app/server/log.ts";
import { testApp } from "../support/app.ts";
import { emptyDatabase, PAST_DATABASE } from "../support/past-database.ts";
import { expectError } from "../support/server-log.ts";

const app = testApp({ BACKUP_HOUR: "3" });

/** Backup and restore on an operator's own database; on the embedded one: tests/api/disaster.long.test.ts. */
const log = createLog("silent");

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), "academia-backup-"));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

const environment = (url: string, dataDir: string, more: Record<string, string> = {}) =>
  parseEnv({ NODE_ENV: "test", DATA_DIR: dataDir, DATABASE_URL: url, AUTH_SECRET: "x".repeat(32), ...more });

/** Every row of every table, as text. */
async function contents(client: pg.Client): Promise<Record<string, string[]>> {
  const { rows } = await client.query(
    "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1",
  );
  const all: Record<string, string[]> = {};
  for (const { name } of rows)
    all[name] = (await client.query(`select t::text as row from public."${name}" t order by 1`)).rows.map(({ row }) => row);
  return all;
}

/** A database with the demo data of a version of the past, and one stored file. */
async function filled() {
  const database = await emptyDatabase();
  await database.client.query(PAST_DATABASE);
  await database.client.query("set search_path to public");
  const dataDir = folder();
  const id = randomUUID();
  const bytes = randomBytes(100_000);
  mkdirSync(join(dataDir, "files", id.slice(0, 2)), { recursive: true });
  writeFileSync(join(dataDir, "files", id.slice(0, 2), id), bytes);
  await database.client.query(
    "insert into files (id, purpose, media_type, size, sha256) values ($1, 'document', 'application/pdf', $2, 'x')",
    [id, bytes.length],
  );
  return { ...database, dataDir, id, bytes };
}

test("a backup of an older version comes back whole, is brought up to this one, and its waiting tasks with it", async () => {
  const old = await filled();
  await old.client.query(
    "insert into pgboss.job (name, data) values ('deliver-mail', '{\"id\": \"7d9a1d0e-6a0f-4b7e-9f5c-0d7a3e2f1b11\"}')",
  );
  const target = folder();
  const made = await makeBackup({ url: old.url, dataDir: old.dataDir, folder: target, secrets: [] });
  expect(made).toMatchObject({ files: 1, missingFiles: [], removed: [] });
  expect(readdirSync(target)).toEqual([expect.stringMatching(/^academia-.+Z\.tar\.gz$/)]);
  expect(readdirSync(old.dataDir)).toEqual(["files"]);

  const fresh = await emptyDatabase();
  const dataDir = folder();
  const manifest = await restoreBackup(made.file, environment(fresh.url, dataDir), log);
  expect(readFileSync(join(dataDir, "files", old.id.slice(0, 2), old.id)).equals(old.bytes)).toBe(true);
  await migrateDatabase(old.url);
  // migrations give these rows new ids, or the time at which they ran
  const [
    { recovery_links: links, community_boards: boards, ...restored },
    { recovery_links: oldLinks, community_boards: oldBoards, ...saved },
  ] = [await contents(fresh.client), await contents(old.client)];
  expect(restored).toEqual(saved);
  expect(links).toHaveLength(oldLinks!.length);
  expect(boards).toHaveLength(oldBoards!.length);
  expect(manifest.tables.profiles!.rows).toBe(25);
  const { rows: jobs } = await fresh.client.query(
    "select data from pgboss.job where name = 'deliver-mail' and state = 'created'",
  );
  expect(jobs).toEqual([{ data: { id: "7d9a1d0e-6a0f-4b7e-9f5c-0d7a3e2f1b11" } }]);
  // what comes next gets numbers of its own, and the log stays append-only
  await fresh.client.query("insert into audit_log (action, target_type) values ('x', 'y')");
  await expect(fresh.client.query("delete from audit_log")).rejects.toThrow("append-only");

  await expect(restoreBackup(made.file, environment(fresh.url, dataDir), log)).rejects.toThrow("não está vazia");
  await expect(restoreBackup(made.file, environment(fresh.url, folder()), log)).rejects.toThrow(
    "O banco de DATABASE_URL não está vazio",
  );
}, 120_000);

test("the secret that signs sessions is in a backup only where the data folder is its one place", async () => {
  const old = await filled();
  for (const [settings, held] of [
    [{ AUTH_SECRET: "y".repeat(32) }, false],
    [{ AUTH_SECRET: "" }, true],
  ] as const) {
    const env = environment(old.url, old.dataDir, settings); // makes the file where there is no setting
    writeFileSync(join(old.dataDir, "auth-secret"), "z".repeat(64)); // it may lie there from earlier days
    const secrets = secretsToKeep(env);
    const { file } = await makeBackup({ url: old.url, dataDir: old.dataDir, folder: folder(), secrets });
    const [fresh, dataDir] = [await emptyDatabase(), folder()];
    await restoreBackup(file, environment(fresh.url, dataDir), log);
    expect(readdirSync(dataDir).includes("auth-secret")).toBe(held);
  }
}, 120_000);

test("with a passphrase the file is unreadable without it; a damaged, cut or newer one is refused in words", async () => {
  const old = await filled();
  const target = folder();
  const BACKUP_PASSPHRASE = "cavalo correto bateria grampo";
  const { file } = await makeBackup({
    url: old.url,
    dataDir: old.dataDir,
    folder: target,
    secrets: [],
    keys: { passphrase: BACKUP_PASSPHRASE },
  });
  expect(file).toMatch(/\.tar\.gz\.age$/);
  expect(readFileSync(file).includes("academia.example")).toBe(false);
  const fresh = await emptyDatabase();
  const into = (more?: Record<string, string>, from = file) => restoreBackup(from, environment(fresh.url, folder(), more), log);
  await expect(into()).rejects.toThrow("está cifrada. Defina BACKUP_PASSPHRASE");
  await expect(into({ BACKUP_PASSPHRASE: "outra senha qualquer" })).rejects.toThrow("não abre a cópia");
  await expect(into({ BACKUP_PASSPHRASE }, join(target, "nenhuma.tar.gz"))).rejects.toThrow("não existe");

  const cut = join(target, "cortada.tar.gz.age");
  writeFileSync(cut, readFileSync(file));
  truncateSync(cut, 60_000);
  await expect(into({ BACKUP_PASSPHRASE }, cut)).rejects.toThrow("danificada ou incompleta");
  await into({ BACKUP_PASSPHRASE });

  await old.client.query("insert into drizzle.__drizzle_migrations (hash, created_at) values ('x', 9000000000000)");
  const newer = await makeBackup({ url: old.url, dataDir: old.dataDir, folder: target, secrets: [] });
  await expect(into({}, newer.file)).rejects.toThrow("versão mais nova da Academia");
}, 120_000);

test("encrypted for a key, only its secret half opens it, and the server has read it back all the same", async () => {
  const old = await filled();
  const target = folder();
  const identity = await generateX25519Identity();
  const keyFile = join(target, "chave.txt");
  writeFileSync(keyFile, `# created: 2026-11-22\n${identity}\n`);
  const recipients = [await identityToRecipient(identity)];
  const { file } = await makeBackup({ url: old.url, dataDir: old.dataDir, folder: target, secrets: [], keys: { recipients } });
  expect(file).toMatch(/\.tar\.gz\.age$/);
  const fresh = await emptyDatabase();
  const into = (more: Record<string, string>) => restoreBackup(file, environment(fresh.url, folder(), more), log);
  await expect(into({})).rejects.toThrow("BACKUP_IDENTITY_FILE com o arquivo da chave");
  const other = join(target, "outra.txt");
  writeFileSync(other, await generateX25519Identity());
  await expect(into({ BACKUP_IDENTITY_FILE: other })).rejects.toThrow("não abre a cópia");
  await expect(into({ BACKUP_IDENTITY_FILE: join(target, "nenhuma.txt") })).rejects.toThrow("não pôde ser lida: ENOENT");
  expect((await into({ BACKUP_IDENTITY_FILE: keyFile })).tables.profiles!.rows).toBe(25);
  expect(() => environment(fresh.url, target, { BACKUP_RECIPIENTS: "age1x" })).toThrow("chave pública do age");
}, 120_000);

test("two at once: the second is refused; what a crash left half made is removed by the next", async () => {
  const old = await filled();
  const target = folder();
  mkdirSync(join(old.dataDir, ".backup-crash"));
  const options = { url: old.url, dataDir: old.dataDir, folder: target, secrets: [] };
  const results = await Promise.allSettled([makeBackup(options), makeBackup(options)]);
  expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  expect(String((results.find(({ status }) => status === "rejected") as PromiseRejectedResult).reason)).toContain("em andamento");
  expect(readdirSync(old.dataDir)).toEqual(["files"]);
}, 60_000);

test("once a day by itself from the set hour on; administrators get one letter after two failures in a row", async () => {
  const admin = await app.member({ role: "admin" });
  const { env } = app.services;
  const kept = folder();
  const services = { ...app.services, env: { ...env, BACKUP_DIR: kept } };
  const made = () => readdirSync(kept).filter((name) => name.startsWith("academia-"));
  await backUpWhenDue({ ...services, env: { ...services.env, BACKUP_HOUR: "never" } }, new Date());
  expect(made()).toHaveLength(0);
  await backUpWhenDue(services, new Date());
  await backUpWhenDue(services, new Date());
  const first = made();
  expect(first).toHaveLength(1);
  await new Promise((resolve) => setTimeout(resolve, 1_100)); // names tell seconds
  const tomorrow = new Date(Date.now() + 86_400_000);
  await backUpWhenDue(services, tomorrow);
  expect(made()).toHaveLength(1); // of one day the last is kept
  expect(made()).not.toEqual(first);

  expect(lastOccurrence(3, new Date(2026, 10, 22, 2, 59))).toEqual(new Date(2026, 10, 21, 3));
  expect(lastOccurrence(3, new Date(2026, 10, 22, 3, 0))).toEqual(new Date(2026, 10, 22, 3));

  const broken = { ...services, databaseUrl: "postgres://academia@127.0.0.1:1/academia" };
  const later = new Date(Date.now() + 2 * 86_400_000);
  for (let time = 1; time <= 3; time += 1) {
    expectError(/backup failed/);
    await backUpWhenDue(broken, later);
    expect(await readFailures(services.env)).toMatchObject({ count: time, message: expect.stringContaining("ECONNREFUSED") });
  }
  await app.runJobs();
  const letters = app.mails().filter(({ text }) => text.includes("falhou duas vezes seguidas"));
  expect(letters).toMatchObject([{ to: admin.email }]);
  await backUpWhenDue(services, later);
  expect(await readFailures(services.env)).toBeUndefined();
}, 60_000);
