import { copyFile, link, mkdir, mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import pg from "pg";
import { LOCKS } from "#app/db/locks.ts";
import { StartError } from "#app/db/start-error.ts";
import type { Env } from "#app/server/env.ts";
import program from "../../../package.json" with { type: "json" };
import { pack } from "./archive.ts";
import { encrypts, type Keys } from "./encryption.ts";
import { backupMoment, backupName, expendable } from "./retention.ts";
import { dumpTables } from "./tables.ts";

/** What is signed and encrypted with: files of the data folder that a restored academy needs again. */
export const SECRETS = ["auth-secret", "credential-key.pem"];

/** Those of them that a backup holds: what signs sessions stays out where it is a setting, as a file of earlier days may still lie there. */
export const secretsToKeep = ({ AUTH_SECRET_FROM }: Pick<Env, "AUTH_SECRET_FROM">): string[] =>
  SECRETS.filter((name) => name !== "auth-secret" || AUTH_SECRET_FROM === "data-folder");

/** Where parts are gathered, inside the data folder: stored files are linked there, which needs the same disk. */
const STAGING = ".backup-";

export type BackupOptions = {
  /** Connection address of the database. */
  url: string;
  /** The application's data folder, for the uploaded files. */
  dataDir: string;
  /** Whether uploaded files are kept in a bucket, and so are no part of the backup: there are too many for this machine's disk. */
  filesInBucket?: boolean;
  /** Where the file goes; made when missing. */
  folder: string;
  /** The files of the data folder that are kept beside them (`secretsToKeep`). */
  secrets: readonly string[];
  /** Encrypt the file. */
  keys?: Keys;
  /** Taken before migrations run; said in the file's name. */
  beforeUpgrade?: boolean;
};

export type Backup = {
  file: string;
  /** Bytes. */
  size: number;
  rows: number;
  /** How many stored files are in it. */
  files: number;
  /** Stored files that the database names and that are gone from the disk. */
  missingFiles: string[];
  /** Names of older backups that the rule of retention let go. */
  removed: string[];
};

/**
 * Saves database and uploaded files of one moment in one file, while the application works, and removes what is too old. The file is
 * read back before it gets its name. Works the same on the embedded and on an external database (docs/decisions/0013-backups.md).
 * @throws StartError when another backup is under way
 */
export async function makeBackup(options: BackupOptions): Promise<Backup> {
  const client = new pg.Client({ connectionString: options.url, application_name: "backup" });
  client.on("error", () => {}); // each query says it too
  await client.connect();
  try {
    const { rows } = await client.query("select pg_try_advisory_lock($1) as held", [LOCKS.backup]);
    if (!rows[0].held) throw new StartError("Outra cópia de segurança deste banco está em andamento. Espere que ela termine.");
    for (const name of await readdir(options.dataDir))
      if (name.startsWith(STAGING)) await rm(join(options.dataDir, name), { recursive: true }); // a crash cut one off
    const staging = await mkdtemp(join(options.dataDir, STAGING));
    try {
      return await save(client, staging, options);
    } finally {
      await rm(staging, { recursive: true, force: true });
    }
  } finally {
    await client.end();
  }
}

async function save(client: pg.Client, staging: string, options: BackupOptions): Promise<Backup> {
  const [stored, linked] = [join(options.dataDir, "files"), join(staging, "files")];
  // Twice, as files come and go meanwhile: what the snapshot names was there before it, or is there after it.
  const gatherFiles = async () => {
    if (!options.filesInBucket) await linkTree(stored, linked);
  };
  await gatherFiles();
  await client.query("begin isolation level repeatable read read only");
  const { rows } = await client.query<{ at: Date; postgres: string }>(
    "select now() as at, current_setting('server_version') as postgres",
  );
  const { at, postgres } = rows[0]!;
  const content = await dumpTables(client, staging);
  const migrations = await client.query<{ at: string }>(
    "select created_at as at from drizzle.__drizzle_migrations order by created_at",
  );
  await writeFile(join(staging, "jobs.json"), JSON.stringify(await waitingJobs(client)), { mode: 0o600 });
  await gatherFiles();
  const isWithFiles = "files" in content.tables && !options.filesInBucket;
  const named = isWithFiles ? (await client.query<{ id: string }>("select id::text from files")).rows : [];
  await client.query("commit");
  for (const secret of options.secrets) await copyFile(join(options.dataDir, secret), join(staging, secret)).catch(ignoreMissing);

  const bytes = new Set(await readdir(linked, { recursive: true }).catch(() => []));
  const missingFiles = named.map(({ id }) => id).filter((id) => !bytes.has(join(id.slice(0, 2), id)));
  const encrypted = encrypts(options.keys ?? {});
  const name = backupName(at, { beforeUpgrade: options.beforeUpgrade ?? false, encrypted });
  const file = join(options.folder, name);
  const head = {
    createdAt: at.toISOString(),
    program: program.version,
    postgres,
    migrations: migrations.rows.map((row) => Number(row.at)),
    ...content,
    missingFiles,
    filesInBucket: options.filesInBucket ?? false,
  };
  await pack(staging, head, file, options.keys);
  const removed = expendable(await readdir(options.folder));
  for (const old of removed) await rm(join(options.folder, old), { force: true });
  return {
    file,
    size: (await stat(file)).size,
    rows: Object.values(content.tables).reduce((sum, table) => sum + table.rows, 0),
    files: named.length - missingFiles.length,
    missingFiles,
    removed,
  };
}

export type WaitingJob = { name: string; data: object };

/** Tasks that have not been done. The queue's own tables are another package's and change with it, so only these are kept. */
async function waitingJobs(client: pg.Client): Promise<WaitingJob[]> {
  const { rows: found } = await client.query("select to_regclass('pgboss.job') is not null as present");
  if (!found[0].present) return [];
  const { rows } = await client.query<WaitingJob>(
    `select name, data from pgboss.job
     where state < 'completed' and data is not null and name not like '\\_\\_%' order by created_on`,
  );
  return rows;
}

/** The same files under another name, without their bytes being copied; those that are there already stay. */
async function linkTree(from: string, to: string): Promise<void> {
  const entries = await readdir(from, { recursive: true, withFileTypes: true }).catch(() => []);
  for (const entry of entries) {
    if (!entry.isFile() || entry.name.endsWith(".part")) continue;
    const source = join(entry.parentPath, entry.name);
    const target = join(to, source.slice(from.length));
    await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    await link(source, target).catch(async (error: NodeJS.ErrnoException) => {
      if (error.code === "EEXIST" || error.code === "ENOENT") return; // linked before; removed by its owner meanwhile
      await copyFile(source, target).catch(ignoreMissing); // a disk without links
    });
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== "ENOENT") throw error;
}

/** The newest backup in a folder, by its name. */
export async function newestBackup(folder: string): Promise<Date | undefined> {
  const moments = (await readdir(folder).catch(() => [])).flatMap((name) => backupMoment(name) ?? []);
  return moments.sort((one, other) => other.getTime() - one.getTime())[0];
}
