/**
 * `npm run restore -- <file>`: a backup into an empty data folder, or an empty external database.
 * `npm run restore -- [folder] --to <moment>`: an empty data folder as the academy was at a moment (`latest`: the last there is), from
 * the continuous backup in BACKUP_DIR or another folder.
 */
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { StartError } from "#app/db/start-error.ts";
import { plural } from "#app/lib/text.ts";
import { continuousFolder } from "#app/server/backup/continuous.ts";
import { restoreMoment } from "#app/server/backup/moment.ts";
import { restoreBackup } from "#app/server/backup/restore.ts";
import { type Env, parseEnv } from "#app/server/env.ts";
import { createLog } from "#app/server/log.ts";

const START = "npm start, ou systemctl start academia";

const USAGE = "Uso: npm run restore -- <arquivo>, ou npm run restore -- --to <momento> (2026-11-22T14:05, ou latest)";

async function main(): Promise<void> {
  const { source, to } = readArguments();
  if (existsSync(".env")) process.loadEnvFile(".env");
  const env = parseEnv(process.env);
  await (to === undefined ? fromFile(resolve(source!), env) : fromArchive(source, to, env));
}

function readArguments(): { source: string | undefined; to: string | undefined } {
  try {
    const { positionals, values } = parseArgs({ allowPositionals: true, options: { to: { type: "string" } } });
    if (positionals.length <= 1 && (positionals.length === 1 || values.to !== undefined))
      return { source: positionals[0], to: values.to };
  } catch {} // an option that does not exist
  throw new StartError(USAGE);
}

async function fromFile(file: string, env: Env): Promise<void> {
  const { createdAt, tables, parts } = await restoreBackup(file, env, createLog("warn"));
  const rows = Object.values(tables).reduce((sum, table) => sum + table.rows, 0);
  const files = Object.keys(parts).filter((path) => path.startsWith("files/")).length;
  console.log(
    `Restaurado em ${env.DATA_DIR}: a academia de ${createdAt}, com ${plural(rows, "linha conferida", "linhas conferidas")} e ${plural(files, "arquivo conferido", "arquivos conferidos")}. Inicie-a com: ${START}`,
  );
}

/** @param to on this machine's clock, unless it names another offset */
async function fromArchive(folder: string | undefined, to: string, env: Env): Promise<void> {
  const until = to === "latest" ? undefined : new Date(to);
  if (until && Number.isNaN(until.getTime())) throw new StartError(`O momento em --to não é uma data. ${USAGE}`);
  const { base, missingFiles } = await restoreMoment(folder ? resolve(folder) : continuousFolder(env), until, env);
  console.log(
    `Restaurado em ${env.DATA_DIR}: a academia ${until ? `de ${until.toISOString()}` : "do último momento guardado"}, a partir da base de ${base.toISOString()}. Inicie-a com: ${START}`,
  );
  if (missingFiles.length > 0)
    console.log(`Atenção: arquivos que o banco cita e que não foram guardados: ${missingFiles.join(", ")}`);
}

main().catch((error: unknown) => {
  const readable = error instanceof StartError;
  console.error(readable ? (error as Error).message : `A restauração falhou: ${(error as Error).stack ?? String(error)}`);
  process.exitCode = 1;
});
