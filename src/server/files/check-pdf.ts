import { AppError } from "#app/lib/errors.ts";
import { bytesOf, headOf } from "./file-head.ts";
import type { Staged } from "./storage.ts";

/** How far from its end a PDF may close; some programs add a few bytes. */
const TAIL = 2_048;

export const looksLikePdf = (head: Buffer): boolean => /^%PDF-[12]\.\d/.test(head.toString("latin1", 0, 16));

/** @throws AppError unsupported_media_type when it does not begin and end as a PDF does */
export async function checkPdf(staged: Staged): Promise<void> {
  const tail = await bytesOf(staged, staged.size - TAIL, TAIL);
  if (looksLikePdf(await headOf(staged)) && tail.includes("%%EOF")) return;
  throw new AppError("unsupported_media_type", { message: "Este PDF está incompleto ou danificado." });
}
