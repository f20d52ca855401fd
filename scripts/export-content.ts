/** `npm run content:export -- folder`: the academy's content as files, with what was edited in the browser; also while the application runs. */
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { StartError } from "#app/db/start-error.ts";
import { ExportError, exportContent } from "#app/features/authoring/export-content.service.ts";
import { plural } from "#app/lib/text.ts";
import { borrowDatabase, prepareDatabase } from "#app/server/database.ts";
import { parseEnv } from "#app/server/env.ts";
import { createLog } from "#app/server/log.ts";
import { openServices } from "#app/server/services.ts";

async function main(): Promise<void> {
  const [folder, ...others] = process.argv.slice(2);
  if (!folder || others.length > 0) throw new ExportError("Uso: npm run content:export -- pasta");
  if (existsSync(".env")) process.loadEnvFile(".env");
  const env = parseEnv(process.env);
  const database = await borrowDatabase(env);
  try {
    await prepareDatabase(database);
    const { services, close } = await openServices(env, createLog("silent"), database.appUrl, { supervise: false, poolSize: 2 });
    try {
      const to = resolve(folder);
      const { lessons, questions, retired } = await exportContent(services.db, to);
      process.stdout.write(
        `Conteúdo escrito em ${to}: ${plural(lessons, "lição editada", "lições editadas")}, ${plural(questions, "questão mudada", "questões mudadas")}, ${plural(retired, "lição retirada", "lições retiradas")}. O resto é o do programa.\n`,
      );
    } finally {
      await close();
    }
  } finally {
    await database.release();
  }
}

main().catch((error: unknown) => {
  const isReadable = error instanceof StartError || error instanceof ExportError;
  process.stderr.write(
    `${isReadable ? (error as Error).message : `A exportação falhou: ${(error as Error).stack ?? String(error)}`}\n`,
  );
  process.exitCode = 1;
});
