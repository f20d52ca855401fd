import { existsSync } from "node:fs";
import { openServices } from "#app/composition/services.ts";
import type { DatabaseAddresses } from "#app/db/roles.ts";
import type { Services } from "#app/server/context.ts";
import { borrowDatabase, prepareDatabase } from "#app/server/database.ts";
import { parseEnv } from "#app/server/env.ts";
import { createLog } from "#app/server/log.ts";

/** What a command does with the academy's services, also while the application runs. @throws StartError */
export async function withServices(work: (services: Services, database: DatabaseAddresses) => Promise<void>): Promise<void> {
  if (existsSync(".env")) process.loadEnvFile(".env");
  const env = parseEnv(process.env);
  const database = await borrowDatabase(env);
  try {
    await prepareDatabase(database);
    const { services, close } = await openServices(env, createLog("silent"), database.appUrl, { supervise: false, poolSize: 2 });
    try {
      await work(services, database);
    } finally {
      await close();
    }
  } finally {
    await database.release();
  }
}
