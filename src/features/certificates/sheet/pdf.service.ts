import { format } from "date-fns/format";
import { ptBR } from "date-fns/locale/pt-BR";
import { AppError } from "#app/lib/errors.ts";
import { workerScript } from "#app/project-files.ts";
import { openBoundedQueue } from "#app/server/bounded-queue.ts";
import type { Ctx } from "#app/server/context.ts";
import { publicAddress } from "#app/server/env.ts";
import { runInWorker, WorkFailed } from "#app/server/run-in-worker.ts";
import { ownValidCertificate } from "../certificates.service.ts";
import type { PdfInput } from "./write-pdf.ts";

const SCRIPT = workerScript("src/features/certificates/sheet/write-pdf.worker.ts");
/** One sheet takes about a second of the processor, most of it to load the library and the fonts. */
const LIMITS = { seconds: 10, megabytes: 192 };
const whenFree = openBoundedQueue({ concurrency: 1, mostWaiting: 20 });

/**
 * The sheet of the member's own certificate, written in a thread with limits; few wait for it at once.
 * @throws AppError not_found, certificate_revoked, too_many_tries, unavailable
 */
export async function readCertificatePdf(ctx: Ctx, id: string): Promise<{ pdf: Uint8Array; name: string }> {
  const { address, issuedAt, ...certificate } = await ownValidCertificate(ctx, id);
  await ctx.limits.take("certificatePdf", certificate.userId);
  const { code, degree, holderName, lessons, modules, minutes, rightCount, questions } = certificate;
  const issuedOn = format(issuedAt, "d 'de' MMMM 'de' yyyy", { locale: ptBR });
  const facts = { code, degree, holderName, lessons, modules, minutes, rightCount, questions, issuedOn };
  const site = `${publicAddress(ctx.env).replace(/^https?:\/\//, "")}/certificado`;
  const input: PdfInput = { facts, checkAddress: address, site };
  try {
    const pdf = await whenFree(() => runInWorker<Uint8Array>(SCRIPT, input, LIMITS));
    return { pdf, name: `certificado-${degree}.pdf` };
  } catch (error) {
    if (!(error instanceof WorkFailed)) throw error;
    ctx.log.warn({ err: error }, "certificate not written");
    throw new AppError("unavailable");
  }
}
