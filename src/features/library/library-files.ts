import { and, eq } from "drizzle-orm";
import { AppError } from "#app/lib/errors.ts";
import { type Ctx, requireActor } from "#app/server/context.ts";
import { type Turn, turnOfMember } from "#app/server/fair-queue.ts";
import { checkEpub, looksLikeZip } from "#app/server/files/check-epub.ts";
import { reencodeImage } from "#app/server/files/check-image.ts";
import { checkPdf, looksLikePdf } from "#app/server/files/check-pdf.ts";
import { headOf } from "#app/server/files/file-head.ts";
import { readableName } from "#app/server/files/file-name.ts";
import { files } from "#app/server/files/files.table.ts";
import { once, receive, storeFile, type Upload } from "#app/server/files/records.ts";
import type { Download } from "#app/server/files/send-file.ts";
import type { Staged } from "#app/server/files/staging.ts";
import { covers } from "#app/server/gate.ts";
import type { UploadedFile } from "./library.answers.ts";
import { canUpload } from "./library.policy.ts";
import type { UploadKind } from "./library.schema.ts";
import { libraryItems } from "./library.table.ts";

export const PURPOSE = { cover: "library-cover", document: "library-document" } as const satisfies Record<UploadKind, string>;

/** What a book's file may be, by media type. */
export const DOCUMENT_FORMATS: Record<string, { format: "PDF" | "EPUB"; extension: string }> = {
  "application/pdf": { format: "PDF", extension: "pdf" },
  "application/epub+zip": { format: "EPUB", extension: "epub" },
};

/** Covers are shown at up to 400 points, on fine screens twice that. */
const COVER_BOX = { width: 800, height: 1_200 };

/**
 * Receives a file for an item that is being written. It becomes part of the item when that is saved; until then it belongs to
 * nobody, and after a day it is purged.
 * @throws AppError forbidden, too_many_tries, too_large, unsupported_media_type, malformed (cut off), storage_full
 */
export async function uploadFile(ctx: Ctx, kind: UploadKind, upload: Upload): Promise<UploadedFile> {
  const actor = requireActor(ctx);
  if (!canUpload(actor)) throw new AppError("forbidden");
  await ctx.limits.take("upload", actor.id);
  await using staged = await ctx.files.stage(receive(upload));
  const { id, mediaType, size } = await (kind === "cover" ? storeCover : storeDocument)(ctx, staged, turnOfMember(actor));
  return { id, mediaType, size };
}

async function storeCover(ctx: Ctx, staged: Staged, turn: Turn) {
  const { picture } = await reencodeImage(staged, COVER_BOX, turn);
  await using cover = await ctx.files.stage(once(picture));
  // Awaited here: the staged bytes are disposed of when this function ends.
  return await storeFile(ctx, cover, { purpose: PURPOSE.cover, mediaType: "image/webp" });
}

async function storeDocument(ctx: Ctx, staged: Staged, turn: Turn) {
  return storeFile(ctx, staged, { purpose: PURPOSE.document, mediaType: await documentType(staged, turn) });
}

async function documentType(staged: Staged, turn: Turn): Promise<string> {
  const head = await headOf(staged);
  if (looksLikePdf(head)) {
    await checkPdf(staged, turn);
    return "application/pdf";
  }
  if (looksLikeZip(head)) {
    await checkEpub(staged, turn);
    return "application/epub+zip";
  }
  throw new AppError("unsupported_media_type", { message: "O arquivo precisa ser PDF ou EPUB. Este é de outro tipo." });
}

/** The cover that an item shows. A browser asks each time whether it may still show it: who has signed out may not. @throws AppError not_found */
export async function readCover(ctx: Ctx, fileId: string): Promise<Download> {
  const actor = requireActor(ctx);
  const [file] = await ctx.db
    .select({ id: files.id, mediaType: files.mediaType, size: files.size, sha256: files.sha256 })
    .from(files)
    .innerJoin(libraryItems, eq(libraryItems.coverFileId, files.id))
    .where(and(eq(files.id, fileId), covers(actor.degree, libraryItems.degree)));
  if (!file) throw new AppError("not_found");
  return { ...file, cacheControl: "private, no-cache" };
}

/** The file of a book, to be saved under its title. @throws AppError not_found */
export async function readDocument(ctx: Ctx, itemId: string): Promise<Download> {
  const actor = requireActor(ctx);
  const [file] = await ctx.db
    .select({ id: files.id, mediaType: files.mediaType, size: files.size, sha256: files.sha256, title: libraryItems.title })
    .from(libraryItems)
    .innerJoin(files, eq(files.id, libraryItems.documentFileId))
    .where(and(eq(libraryItems.id, itemId), covers(actor.degree, libraryItems.degree)));
  if (!file) throw new AppError("not_found");
  const { title, ...stored } = file;
  return {
    ...stored,
    saveAs: `${readableName(title) || "livro"}.${DOCUMENT_FORMATS[stored.mediaType]!.extension}`,
    cacheControl: "private, no-cache",
  };
}
