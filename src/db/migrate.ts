import { readFileSync } from "node:fs";
import { join } from "node:path";
import { drizzle } from "drizzle-orm/node-postgres";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import pg from "pg";
import { LOCKS } from "./locks.ts";
import journal from "./migrations/meta/_journal.json" with { type: "json" };
import { StartError } from "./start-error.ts";

/**
 * Brings the schema up to date, on a connection of its own and under an advisory lock: the extensions, which are safe to run again,
 * then the migrations that the database has not had. Landed migrations never change (docs/decisions/0009-migrations-are-append-only.md).
 * @throws StartError when the database has had a migration that this version does not know
 */
export async function migrateDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [LOCKS.migration]);
    await client.query("set client_min_messages to warning");
    await refuseUnknownSchema(client);
    await client.query(readFileSync(join(import.meta.dirname, "extensions.sql"), "utf8"));
    await migrate(drizzle(client), { migrationsFolder: join(import.meta.dirname, "migrations") });
  } finally {
    await client.end(); // releases the lock with the connection
  }
}

/** Drizzle asks only for the time of the latest migration, so that it would open a newer schema and fail on an older one. */
async function refuseUnknownSchema(client: pg.Client): Promise<void> {
  const { rows: tables } = await client.query("select to_regclass('drizzle.__drizzle_migrations') is not null as present");
  if (!tables[0].present) return;
  const { rows } = await client.query<{ at: string }>(
    "select created_at as at from drizzle.__drizzle_migrations order by created_at",
  );
  const known = journal.entries.map(({ when }) => when);
  const unknown = rows.map(({ at }) => Number(at)).filter((at) => !known.includes(at));
  if (unknown.length === 0) return;
  if (unknown.at(-1)! > known.at(-1)!)
    throw new StartError(
      "O banco de dados já foi usado por uma versão mais nova da Academia, e esta não sabe lê-lo. Nada foi mudado. Inicie a versão mais nova, ou restaure uma cópia de segurança feita antes da atualização.",
    );
  throw new StartError(
    "O banco de dados foi criado por uma versão de desenvolvimento que não chegou a ser publicada, e não pode ser atualizado. Nada foi mudado. Comece com um banco vazio, ou com outra pasta de dados: DATA_DIR=./outra npm start",
  );
}
