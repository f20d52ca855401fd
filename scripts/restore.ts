/** `npm run restore -- <file>`: a backup into an empty data folder, or an empty database of one's own. */
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { StartError } from "#app/db/start-error.ts";
import { restoreBackup } from "#app/server/backup/restore.ts";
import { EnvError, parseEnv } from "#app/server/env.ts";
import { createLog } from "#app/server/log.ts";

async function main(): Promise<void> {
  const file = process.argv[2];
  if (!file || process.argv.length > 3) throw new StartError("Uso: npm run restore -- <arquivo>");
  if (existsSync(".env")) process.loadEnvFile(".env");
  const env = parseEnv(process.env);
  const { createdAt, tables, parts } = await restoreBackup(resolve(file), env, createLog("warn"));
  const rows = Object.values(tables).reduce((sum, table) => sum + table.rows, 0);
  const files = Object.keys(parts).filter((path) => path.startsWith("files/")).length;
  console.log(
    `Restaurado em ${env.DATA_DIR}: a academia de ${createdAt}, com ${rows} linhas e ${files} arquivos conferidos. Inicie com: npm start`,
  );
}

main().catch((error: unknown) => {
  const readable = error instanceof EnvError || error instanceof StartError;
  console.error(readable ? (error as Error).message : `A restauração falhou: ${(error as Error).stack ?? String(error)}`);
  process.exitCode = 1;
});
