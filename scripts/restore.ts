/** `npm run restore -- <file>`: a backup into an empty data folder, or an empty external database. */
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { commandWords } from "#app/command-words.ts";
import { restoreBackup } from "#app/composition/restore.ts";
import { StartError } from "#app/db/start-error.ts";
import { plural } from "#app/lib/text.ts";
import { parseEnv } from "#app/server/env.ts";
import { createLog } from "#app/server/log.ts";

async function main(): Promise<void> {
  const [file, ...others] = process.argv.slice(2);
  if (!file || file.startsWith("-") || others.length > 0) throw new StartError(`Uso: ${commandWords("restore", "<arquivo>")}`);
  if (existsSync(".env")) process.loadEnvFile(".env");
  const env = parseEnv(process.env);
  const { createdAt, tables, parts } = await restoreBackup(resolve(file), env, createLog("warn"));
  const rows = Object.values(tables).reduce((sum, table) => sum + table.rows, 0);
  const files = Object.keys(parts).filter((path) => path.startsWith("files/")).length;
  console.log(
    `Restaurado em ${env.DATA_DIR}: a academia de ${createdAt}, com ${plural(rows, "linha conferida", "linhas conferidas")} e ${plural(files, "arquivo conferido", "arquivos conferidos")}. Inicie-a com: ${env.production ? "systemctl start academia" : "npm start"}`,
  );
}

main().catch((error: unknown) => {
  const readable = error instanceof StartError;
  console.error(readable ? (error as Error).message : `A restauração falhou: ${(error as Error).stack ?? String(error)}`);
  process.exitCode = 1;
});
