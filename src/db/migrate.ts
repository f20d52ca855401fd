import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { drizzle } from "drizzle-orm/node-postgres";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import pg from "pg";
import { projectFile } from "#app/project-files.ts";
import { LOCKS } from "./locks.ts";
import breaking from "./migrations/breaking.json" with { type: "json" };
import journal from "./migrations/meta/_journal.json" with { type: "json" };
import { ConfigurationError } from "./start-error.ts";

const FOLDER = projectFile("src/db/migrations");

/** Drizzle's dates of the migrations that this version has, in order: what a database records of each. */
export const knownMigrations = (): number[] => journal.entries.map(({ when }) => when);

/**
 * Brings the schema up to date, on its own connection and under an advisory lock: the extensions, which are safe to run again,
 * then the migrations that the database has not had. Landed migrations never change (docs/decisions/0009-migrations-are-append-only.md).
 * @param options.upTo date of the last migration to run, for a backup of an older version; all when missing
 * @param options.beforeUpgrade runs first where a database that has been in use is about to change
 * @throws ConfigurationError when the database has had a migration that this version does not know and could not live with, or the files
 * are another version's
 */
export async function migrateDatabase(
  url: string,
  options: { upTo?: number | undefined; beforeUpgrade?: () => Promise<void> } = {},
): Promise<void> {
  refuseOtherFiles();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [LOCKS.migration]);
    await client.query("set client_min_messages to warning");
    const applied = await appliedMigrations(client);
    if (isNewer(applied, await readableFrom(client))) return; // a step back to this version: what it knows is all there
    if (applied.length > 0 && applied.length < journal.entries.length) await options.beforeUpgrade?.();
    await client.query(readFileSync(projectFile("src/db/extensions.sql"), "utf8"));
    const run = (migrationsFolder: string) => migrate(drizzle(client), { migrationsFolder });
    await (options.upTo === undefined ? run(FOLDER) : withMigrationsUpTo(options.upTo, run));
    await client.query(`comment on table drizzle.__drizzle_migrations is '${READABLE_FROM}${lastBreaking()}'`);
  } finally {
    await client.end(); // releases the lock with the connection
  }
}

/**
 * The list is in the bundle, the statements are read from the folder: where that is at another version already and the build is not done
 * yet, a program that is started again would run migrations it does not know, and make no backup before.
 */
function refuseOtherFiles(): void {
  const listed = JSON.parse(readFileSync(join(FOLDER, "meta/_journal.json"), "utf8"));
  if (isDeepStrictEqual(listed, journal)) return;
  throw new ConfigurationError(
    "O programa foi construído de outra versão dos arquivos desta pasta. Nada foi mudado no banco. Rode npm run build, e inicie de novo.",
  );
}

/** Drizzle runs all that its folder lists, so for a part of them it gets a folder with that part. */
async function withMigrationsUpTo(last: number, run: (folder: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "academia-migrations-"));
  try {
    const entries = journal.entries.filter(({ when }) => when <= last);
    mkdirSync(join(folder, "meta"));
    writeFileSync(join(folder, "meta/_journal.json"), JSON.stringify({ ...journal, entries }));
    for (const { tag } of entries) copyFileSync(join(FOLDER, `${tag}.sql`), join(folder, `${tag}.sql`));
    await run(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function appliedMigrations(client: pg.Client): Promise<number[]> {
  const { rows: tables } = await client.query("select to_regclass('drizzle.__drizzle_migrations') is not null as present");
  if (!tables[0].present) return [];
  const { rows } = await client.query<{ at: string }>(
    "select created_at as at from drizzle.__drizzle_migrations order by created_at",
  );
  return rows.map(({ at }) => Number(at));
}

/**
 * Migrations are additive, so that the program before them works on; those that are not are listed with the reason. The database says
 * which migration a program has to know at least, for programs that know no more than that.
 */
const READABLE_FROM = "readable from ";
const lastBreaking = () => journal.entries.findLast(({ tag }) => tag in breaking)?.when ?? 0;

async function readableFrom(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ comment: string | null }>(
    "select obj_description(to_regclass('drizzle.__drizzle_migrations'), 'pg_class') as comment",
  );
  const { comment } = rows[0]!;
  return comment?.startsWith(READABLE_FROM) ? Number(comment.slice(READABLE_FROM.length)) : Number.POSITIVE_INFINITY;
}

/**
 * Whether a newer program has used the database, in a way that this one can live with. Drizzle asks only for the date of the latest
 * migration, so that it would open every newer schema, and fail on an older one.
 * @throws ConfigurationError when this program cannot read it
 */
function isNewer(applied: number[], readable: number): boolean {
  const known = knownMigrations();
  const unknown = applied.filter((at) => !known.includes(at));
  if (unknown.length === 0) return false;
  const [last, newest] = [known.at(-1)!, unknown.at(-1)!];
  const newer = newest > last;
  if (newer && last >= readable && known.every((at) => applied.includes(at))) return true;
  throw new ConfigurationError(
    newer
      ? "O banco de dados já foi usado por uma versão mais nova da Academia, e esta não sabe lê-lo. Nada foi mudado. Inicie a versão mais nova, ou restaure uma cópia de segurança feita antes da atualização."
      : "O banco de dados foi criado por uma versão de desenvolvimento que não chegou a ser publicada, e não pode ser atualizado. Nada foi mudado. Comece com um banco vazio, ou com outra pasta de dados: DATA_DIR=./outra npm start",
  );
}
