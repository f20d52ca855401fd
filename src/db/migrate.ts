import { readFileSync } from "node:fs";
import { join } from "node:path";
import { drizzle } from "drizzle-orm/node-postgres";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import pg from "pg";

/** Any number, the same in every process: nodes that start together migrate one after the other. */
const MIGRATION_LOCK = 7_201_001;

/**
 * Brings the schema up to date, on a connection of its own and under an advisory lock: extensions, then Drizzle's migrations,
 * then what Drizzle cannot say. The two SQL files are safe to run again and run at every start.
 */
export async function migrateDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const runFile = (name: string) => client.query(readFileSync(join(import.meta.dirname, name), "utf8"));
  try {
    await client.query("select pg_advisory_lock($1)", [MIGRATION_LOCK]);
    await client.query("set client_min_messages to warning");
    await runFile("extensions.sql");
    await migrate(drizzle(client), { migrationsFolder: join(import.meta.dirname, "migrations") });
    await runFile("after-tables.sql");
  } finally {
    await client.end(); // releases the lock with the connection
  }
}
