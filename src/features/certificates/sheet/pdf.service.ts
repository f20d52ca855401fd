import { AppError } from "#app/lib/errors.ts";
import { longDate } from "#app/lib/format.ts";
import { workerScript } from "#app/project-files.ts";
import { type Ctx, requireActor } from "#app/server/context.ts";
import { publicAddress } from "#app/server/env.ts";
import { turnOfMember } from "#app/server/fair-queue.ts";
import { openWorkerPool, WorkFailed } from "#app/server/worker-pool.ts";
import { ownValidCertificate } from "../certificates.service.ts";
import type { PdfInput } from "./write-pdf.ts";

/** A thread's first sheet takes about a second of the processor, most of it to load the library and the fonts. */
const writeSheet = openWorkerPool<PdfInput, Uint8Array>(workerScript("src/features/certificates/sheet/write-pdf.worker.ts"), {
  seconds: 10,
  megabytes: 192,
  threads: 2,
  mostWaiting: 40,
  keptSeconds: 30,
});

/**
 * The sheet of the member's own certificate, written in a thread with limits.
 * @throws AppError not_found, certificate_revoked, too_many_tries, unavailable
 */
export async function readCertificatePdf(ctx: Ctx, id: string): Promise<{ pdf: Uint8Array; name: string }> {
  const { address, issuedAt, ...certificate } = await ownValidCertificate(ctx, id);
  await ctx.limits.take("certificatePdf", certificate.userId);
  const { code, degree, holderName, lessons, modules, minutes, rightCount, questions } = certificate;
  const issuedOn = longDate(issuedAt);
  const facts = { code, degree, holderName, lessons, modules, minutes, rightCount, questions, issuedOn };
  const site = `${publicAddress(ctx.env).replace(/^https?:\/\//, "")}/certificado`;
  const input: PdfInput = { facts, checkAddress: address, site };
  try {
    const pdf = await writeSheet(turnOfMember(requireActor(ctx)), input);
    return { pdf, name: `certificado-${degree}.pdf` };
  } catch (error) {
    if (!(error instanceof WorkFailed)) throw error;
    throw new AppError("unavailable", { cause: error });
  }
}
