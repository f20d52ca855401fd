import { randomBytes } from "node:crypto";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { openServices } from "#app/composition/services.ts";
import { startEmbedded } from "#app/db/embedded/embedded.ts";
import { APP_ROLE, type DatabaseAddresses, makeAppRole } from "#app/db/roles.ts";
import { prepareDatabase } from "#app/server/database.ts";
import { parseEnv } from "#app/server/env.ts";
import { createLog } from "#app/server/log.ts";
import { bundle } from "../../scripts/prepare.mjs";

declare module "vitest" {
  interface ProvidedContext {
    /** Addresses of the server for a superuser and for the application's role, and the template that each test file copies. */
    postgres: DatabaseAddresses & { template: string };
  }
}

const TEMPLATE = "academia_test_template";

/**
 * One PostgreSQL for the whole run, with a migrated and filled template database. TEST_DATABASE_URL uses that server instead of
 * the embedded one (its user must be a superuser).
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  bundle(); // what tests of whole processes start
  const folder = mkdtempSync(join(tmpdir(), "academia-test-"));
  chmodSync(folder, 0o755);
  const given = process.env.TEST_DATABASE_URL;
  const embedded = given
    ? undefined
    : await startEmbedded(folder, { fsync: "off", synchronous_commit: "off", full_page_writes: "off", max_connections: "200" });
  const { url, appUrl } = embedded ?? (await givenServer(given!));
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  await admin.query(`drop database if exists ${TEMPLATE} with (force)`);
  await admin.query(`create database ${TEMPLATE}`);
  const templateUrl = withDatabase(appUrl, TEMPLATE);
  await prepareDatabase({ url: withDatabase(url, TEMPLATE), appUrl: templateUrl });
  const env = parseEnv({ NODE_ENV: "test", DATA_DIR: folder, LOG_LEVEL: "silent" });
  const { close } = await openServices(env, createLog("silent"), templateUrl, { supervise: false, poolSize: 2 });
  await close();
  await admin.end();
  project.provide("postgres", { url, appUrl, template: TEMPLATE });
  return async () => {
    await embedded?.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}

/** The application's role is made there, too. */
async function givenServer(url: string): Promise<DatabaseAddresses> {
  const password = randomBytes(24).toString("hex");
  await makeAppRole(url, password);
  return { url, appUrl: Object.assign(new URL(url), { username: APP_ROLE, password }).href };
}

export function withDatabase(url: string, name: string): string {
  const address = new URL(url);
  address.pathname = `/${name}`;
  return address.href;
}
