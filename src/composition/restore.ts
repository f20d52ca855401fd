import { existsSync } from "node:fs";
import { chmod, cp, mkdtemp, readdir, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { drizzle } from "drizzle-orm/node-postgres";
import pg from "pg";
import { commandWords } from "#app/command-words.ts";
import { knownMigrations, migrateDatabase } from "#app/db/migrate.ts";
import type { DatabaseAddresses } from "#app/db/roles.ts";
import { StartError } from "#app/db/start-error.ts";
import { type Manifest, unpack } from "#app/server/backup/archive.ts";
import { SECRETS, type WaitingJob } from "#app/server/backup/backup.ts";
import { backupKeys } from "#app/server/backup/encryption.ts";
import { loadTables } from "#app/server/backup/tables.ts";
import { borrowDatabase, prepareDatabase } from "#app/server/database.ts";
import type { Env } from "#app/server/env.ts";
import type { JobPayloads } from "#app/server/jobs/jobs.ts";
import { openQueue } from "#app/server/jobs/queue.ts";
import type { Log } from "#app/server/log.ts";
import { JOBS } from "./jobs.ts";

/** What may lie in a data folder that is to be filled: new secrets, and backups. */
const HARMLESS = new Set([...SECRETS, "backups"]);

/**
 * Fills an empty data folder, or an empty database and the folder, from a backup file. A backup of an older version is brought up to
 * this one. Of a restore that fails nothing is left behind in the data folder.
 * @returns what the file says of itself
 * @throws StartError when there is something already, or the file is damaged, encrypted otherwise or of a newer version
 */
export async function restoreBackup(file: string, env: Env, log: Log): Promise<Manifest> {
  const { DATA_DIR: dataDir } = env;
  await requireEmptyFolder(dataDir);
  const unpacked = await mkdtemp(join(dataDir, ".restoring-"));
  try {
    const manifest = await unpack(file, unpacked, await backupKeys(env));
    const known = knownMigrations();
    if (manifest.migrations.some((date) => !known.includes(date)))
      throw new StartError(
        `A cópia ${file} foi feita por uma versão mais nova da Academia (${manifest.program}). Nada foi mudado. Restaure com essa versão.`,
      );
    const database = await borrowDatabase(env);
    try {
      await fill(database, unpacked, manifest, log);
    } finally {
      await database.release();
    }
    if (existsSync(join(unpacked, "files"))) await rename(join(unpacked, "files"), join(dataDir, "files"));
    for (const secret of SECRETS.filter((name) => existsSync(join(unpacked, name)))) {
      await cp(join(unpacked, secret), join(dataDir, secret));
      await chmod(join(dataDir, secret), 0o600);
    }
    return manifest;
  } catch (error) {
    await clearAfterFailure(dataDir);
    throw error;
  } finally {
    await rm(unpacked, { recursive: true, force: true });
  }
}

/** @throws StartError when there is something in a data folder that is to be filled */
async function requireEmptyFolder(dataDir: string): Promise<void> {
  const there = (await readdir(dataDir)).filter((name) => !HARMLESS.has(name) && !name.startsWith(".restoring-"));
  if (there.length > 0)
    throw new StartError(
      `A pasta de dados ${dataDir} não está vazia (${there.slice(0, 3).join(", ")}). Nada foi mudado. Restaure em uma pasta nova: ${commandWords("restore", "<arquivo>", "DATA_DIR=./nova")}`,
    );
}

/** Of a restore that failed nothing is left. */
async function clearAfterFailure(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) if (!HARMLESS.has(name)) await rm(join(dataDir, name), { recursive: true });
}

async function fill(database: DatabaseAddresses, folder: string, manifest: Manifest, log: Log): Promise<void> {
  const { url } = database;
  const client = new pg.Client({ connectionString: url, application_name: "restore" });
  client.on("error", () => {}); // each query says it too
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>(
      "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' limit 1",
    );
    if (rows.length > 0)
      throw new StartError(
        `O banco de DATABASE_URL não está vazio (tabela ${rows[0]!.name}). Nada foi mudado. Crie um banco vazio, ou dê a este outro nome e crie um novo com o dele (docs/operations.md).`,
      );
    await migrateDatabase(url, { upTo: manifest.migrations.at(-1) });
    await loadTables(client, folder, manifest);
  } finally {
    await client.end();
  }
  await prepareDatabase(database);
  const waiting = JSON.parse(await readFile(join(folder, "jobs.json"), "utf8")) as WaitingJob[];
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  const queue = await openQueue(url, log, JOBS, { supervise: false });
  try {
    for (const { name, data } of waiting)
      if (name in JOBS) await queue.send(drizzle(pool), name as keyof JobPayloads, data as JobPayloads[keyof JobPayloads]);
  } finally {
    await queue.stop();
    await pool.end();
  }
}
