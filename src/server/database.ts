import { borrowEmbedded } from "#app/db/embedded/owner.ts";
import { migrateDatabase } from "#app/db/migrate.ts";
import { type DatabaseAddresses, grantToApp } from "#app/db/roles.ts";
import { StartError } from "#app/db/start-error.ts";
import type { Env } from "./env.ts";
import { migrateQueue } from "./jobs/queue.ts";

/** PostgreSQL's code: the server follows another one, or was told to take no changes. */
const READ_ONLY = "25006";

/** The operator's own database; undefined where the embedded one serves. */
export function ownDatabase(env: Pick<Env, "DATABASE_URL" | "DATABASE_MIGRATION_URL">): DatabaseAddresses | undefined {
  const { DATABASE_URL: appUrl, DATABASE_MIGRATION_URL: url } = env;
  return appUrl === undefined ? undefined : { url: url ?? appUrl, appUrl };
}

/**
 * The database for a command, also while the application runs.
 * @throws StartError
 */
export async function borrowDatabase(env: Env): Promise<DatabaseAddresses & { release: () => Promise<void> }> {
  const own = ownDatabase(env);
  return own ? { ...own, release: async () => {} } : borrowEmbedded(env.DATA_DIR);
}

/**
 * Brings everything in the database up to date as its owner: tables, the queue's tables, and what the application's role may do.
 * @param options.beforeUpgrade runs first where a database that has been in use is about to change
 * @throws StartError when a newer program has used the database, and this one cannot live with it; when it takes no changes
 */
export async function prepareDatabase(
  addresses: DatabaseAddresses,
  options: { beforeUpgrade?: () => Promise<void> } = {},
): Promise<void> {
  try {
    await migrateDatabase(addresses.url, options);
    await migrateQueue(addresses.url);
    await grantToApp(addresses);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== READ_ONLY) throw error;
    throw new StartError(
      "O banco de dados agora só pode ser lido. Nada foi mudado. Tente de novo quando ele aceitar gravações; se não voltar a aceitar, confira se o endereço é o do servidor principal.",
    );
  }
}
