/** `npm run backup -- [folder]`: database and uploaded files in one file, also while the application runs. */
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { commandWords } from "#app/command-words.ts";
import { StartError } from "#app/db/start-error.ts";
import { plural } from "#app/lib/text.ts";
import { makeBackup } from "#app/server/backup/backup.ts";
import { backupOptions } from "#app/server/backup/daily.ts";
import { borrowDatabase } from "#app/server/database.ts";
import { parseEnv } from "#app/server/env.ts";

async function main(): Promise<void> {
  if (existsSync(".env")) process.loadEnvFile(".env");
  const env = parseEnv(process.env);
  const options = await backupOptions(env);
  const folder = process.argv[2] ? resolve(process.argv[2]) : options.folder;
  const database = await borrowDatabase(env);
  try {
    const { file, size, rows, files, missingFiles, removed } = await makeBackup({ url: database.url, ...options, folder });
    console.log(
      `Cópia feita e relida: ${file} (${Math.ceil(size / 1024)} kB, ${plural(rows, "linha", "linhas")}, ${plural(files, "arquivo", "arquivos")}).`,
    );
    if (options.filesInBucket)
      console.log(
        `Os arquivos enviados estão no balde S3 ${env.S3_BUCKET} e não fazem parte desta cópia. Para guardá-los em uma pasta: ${commandWords("files", "to-disk")}`,
      );
    if (missingFiles.length > 0)
      console.log(`Atenção: arquivos que o banco cita e que não estão no disco: ${missingFiles.join(", ")}`);
    if (removed.length > 0) console.log(`Cópias antigas removidas: ${removed.length}.`);
  } finally {
    await database.release();
  }
}

main().catch((error: unknown) => {
  const readable = error instanceof StartError;
  console.error(readable ? (error as Error).message : `A cópia de segurança falhou: ${(error as Error).stack ?? String(error)}`);
  process.exitCode = 1;
});
