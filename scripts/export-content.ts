/** `npm run content:export -- folder`: the academy's content as files, with what was edited in the browser; also while the application runs. */
import { resolve } from "node:path";
import { StartError } from "#app/db/start-error.ts";
import { ExportError, exportContent } from "#app/features/authoring/export-content.service.ts";
import { plural } from "#app/lib/text.ts";
import { withServices } from "./with-services.ts";

async function main(): Promise<void> {
  const [folder, ...others] = process.argv.slice(2);
  if (!folder || others.length > 0) throw new ExportError("Uso: npm run content:export -- pasta");
  const to = resolve(folder);
  await withServices(async (services) => {
    const { lessons, texts, questions, retired } = await exportContent(services, to);
    process.stdout.write(
      `Conteúdo escrito em ${to}: ${plural(lessons, "lição editada", "lições editadas")}, ${plural(texts, "texto fora dos módulos", "textos fora dos módulos")}, ${plural(questions, "questão mudada", "questões mudadas")}, ${plural(retired, "texto retirado", "textos retirados")}. O resto é o do programa.\n`,
    );
  });
}

main().catch((error: unknown) => {
  const isReadable = error instanceof StartError || error instanceof ExportError;
  process.stderr.write(
    `${isReadable ? (error as Error).message : `A exportação falhou: ${(error as Error).stack ?? String(error)}`}\n`,
  );
  process.exitCode = 1;
});
