/**
 * `npm run files -- to-bucket | to-disk | check`: copies the uploaded files from the data folder to the S3 bucket of the settings, or
 * back, or reads all of them where they are; also while the application runs.
 */
import { commandWords } from "#app/command-words.ts";
import { StartError } from "#app/db/start-error.ts";
import { AppError } from "#app/lib/errors.ts";
import { plural } from "#app/lib/text.ts";
import { checkFiles, copyFiles, type Findings } from "#app/server/files/copy-files.ts";
import { diskStorage } from "#app/server/files/disk-storage.ts";
import { filesFolder, openBucket } from "#app/server/files/open-storage.ts";
import { withServices } from "./with-services.ts";

const WORDS = ["to-bucket", "to-disk", "check"];
/** How often a long copy says where it is, in files. */
const EVERY = 100;
/** So many ids are printed; of more, their number. */
const MOST_PRINTED = 20;

const say = (line: string) => process.stdout.write(`${line}\n`);

async function main(): Promise<void> {
  const [word = "", ...others] = process.argv.slice(2);
  if (!WORDS.includes(word) || others.length > 0)
    throw new StartError(`Uso: ${commandWords("files", "to-bucket | to-disk | check")}`);
  await withServices(async ({ db, env, files }) => {
    if (word === "check") {
      const findings = await checkFiles(db, files, progress);
      say(`${plural(findings.whole, "arquivo lido e conferido", "arquivos lidos e conferidos")}.`);
      return tellOfFaults(findings);
    }
    if (!env.S3_BUCKET) throw new StartError("Os ajustes S3_… dizem qual é o balde: preencha-os e repita (docs/operations.md).");
    const [disk, bucket] = [diskStorage(filesFolder(env)), await openBucket(env)];
    report(await (word === "to-bucket" ? copyFiles(db, disk, bucket, progress) : copyFiles(db, bucket, disk, progress)));
  });
}

function progress({ whole, copied, missing, damaged }: Findings): void {
  const done = whole + copied + missing.length + damaged.length;
  if (done % EVERY === 0) say(`… ${done}`);
}

function report(findings: Findings): void {
  const { copied, whole } = findings;
  say(
    `${plural(copied, "arquivo copiado e relido", "arquivos copiados e relidos")}; ${plural(whole, "já conferia", "já conferiam")}.`,
  );
  tellOfFaults(findings);
}

function tellOfFaults({ missing, damaged }: Findings): void {
  for (const [ids, what] of [
    [missing, "não foram encontrados"],
    [damaged, "não têm o conteúdo que o banco diz"],
  ] as const) {
    if (ids.length === 0) continue;
    const rest = ids.length - MOST_PRINTED;
    say(`Atenção: ${ids.length} ${what}: ${ids.slice(0, MOST_PRINTED).join(", ")}${rest > 0 ? ` e mais ${rest}` : ""}`);
    process.exitCode = 1;
  }
}

main().catch((error: unknown) => {
  const cause = error instanceof AppError ? error.cause : undefined; // what is wrong with the bucket, in the operator's words
  const told = error instanceof StartError ? error : cause;
  process.stderr.write(
    `${told ? (told as Error).message : `Os arquivos não puderam ser lidos ou copiados: ${(error as Error).stack ?? String(error)}`}\n`,
  );
  process.exitCode = 1;
});
