import { AppError } from "#app/lib/errors.ts";
import { workerScript } from "#app/project-files.ts";
import type { Turn } from "../fair-queue.ts";
import { openWorkerPool, WorkFailed } from "../worker-pool.ts";
import { bytesOf, headOf } from "./file-head.ts";
import type { PdfFinding, PdfInput } from "./read-pdf.worker.ts";
import type { Staged } from "./staging.ts";

/** How far from its end a PDF may close; some programs add a few bytes. */
const TAIL = 2_048;

export const looksLikePdf = (head: Buffer): boolean => /^%PDF-[12]\.\d/.test(head.toString("latin1", 0, 16));

/** A thread for each file, so that nothing of one is left to the next. */
const readPdf = openWorkerPool<PdfInput, PdfFinding>(workerScript("src/server/files/read-pdf.worker.ts"), {
  seconds: 20,
  megabytes: 512,
  threads: 2,
  mostWaiting: 10,
  keptSeconds: 0,
});

const REFUSALS: Record<Exclude<PdfFinding, "nothing">, string> = {
  active:
    "Este PDF tem conteúdo ativo (programas, arquivos anexos, filmes, formulários que enviam dados ou endereços que se abrem sozinhos). Salve-o de novo sem isso, por exemplo por “Imprimir em PDF”.",
  locked: "Este PDF está protegido, e não podemos conferir o que há nele. Salve-o sem proteção e envie de novo.",
  unreadable: "Este PDF foi gravado de um modo que não conseguimos conferir. Salve-o de novo, por exemplo por “Imprimir em PDF”.",
};

/**
 * Checks that a file begins and ends as a PDF does, and has nothing in it that acts by itself (ASVS 5.4.3).
 * @throws AppError unsupported_media_type, too_many_tries when too many files wait, unavailable when the machine is too busy
 */
export async function checkPdf(staged: Staged, turn: Turn): Promise<void> {
  const tail = await bytesOf(staged, staged.size - TAIL, TAIL);
  if (!looksLikePdf(await headOf(staged)) || !tail.includes("%%EOF")) throw refused("Este PDF está incompleto ou danificado.");
  const finding = await lookInto(staged, turn);
  if (finding !== "nothing") throw refused(REFUSALS[finding]);
}

const refused = (message: string) => new AppError("unsupported_media_type", { message });

const lookInto = ({ path }: Staged, turn: Turn): Promise<PdfFinding> =>
  readPdf(turn, { path }).catch((error) => {
    if (error instanceof WorkFailed) return "unreadable";
    throw error;
  });
