import { randomUUID } from "node:crypto";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { inject, onTestFinished } from "vitest";
import { startEmbedded } from "#app/db/embedded/embedded.ts";
import { withDatabase } from "./database-server.ts";

/** An Argon2id hash of the demonstration's password. */
const HASH = "$argon2id$v=19$m=47104,t=1,p=1$rmJJEpZm7yYS692CXF9K9g$OE6qEsCSsGcdF8NA1PN0qCxnMCQE49bD0GtWC7nlP1M";

/**
 * A database as commit f1f724e left it, with the demonstration's members: what tests of upgrades and backups begin with. Its passwords are hashed in
 * today's way: the scrypt of then was never released.
 */
export const PAST_DATABASE = readFileSync(join(import.meta.dirname, "../fixtures/database-f1f724e.sql"), "utf8").replaceAll(
  /scrypt\$[\w-]+\$[\w-]+/g,
  () => HASH,
);

/** An empty database of the test's own on the tests' server, and a connection to it. */
export async function emptyDatabase(): Promise<{ url: string; client: pg.Client }> {
  const server = inject("postgres").url;
  const name = `academia_empty_${randomUUID().replaceAll("-", "")}`;
  const administer = async (statement: string) => {
    const client = new pg.Client({ connectionString: server });
    await client.connect();
    await client.query(statement).finally(() => client.end());
  };
  await administer(`create database ${name} template template0`);
  onTestFinished(() => administer(`drop database ${name} with (force)`));
  const url = withDatabase(server, name);
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => {});
  await client.connect();
  onTestFinished(() => client.end());
  return { url, client };
}

/** Makes a data folder of commit f1f724e, stopped. @param data a path where nothing is yet */
export async function makePastFolder(data: string): Promise<void> {
  mkdirSync(data);
  const { url, stop } = await startEmbedded(data);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(PAST_DATABASE).finally(() => client.end());
  await stop();
}
