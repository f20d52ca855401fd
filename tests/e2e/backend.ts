import { openDatabase } from "#app/db/client.ts";
import { parseEnv } from "#app/server/env.ts";

function open() {
  const env = parseEnv({ DATA_DIR: process.env.E2E_DATA_DIR });
  const { db } = openDatabase(process.env.E2E_DATABASE_URL!, 1, () => undefined);
  return { db, env };
}

let opened: ReturnType<typeof open> | undefined;

/** The database of the application under test, opened once by each worker, for what a test only needs to have happened. */
export const backend = () => (opened ??= open());
