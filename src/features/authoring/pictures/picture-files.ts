import { readFileSync } from "node:fs";
import { join } from "node:path";
import { eq, sql } from "drizzle-orm";
import { CONTENT_FOLDER, ContentError } from "#app/content/files.ts";
import { pictureId, readPictures } from "#app/content/pictures.ts";
import type { Degree } from "#app/lib/degrees.ts";
import { AppError } from "#app/lib/errors.ts";
import { measuresOfPicture, PICTURE_SIDE, pictureAddress } from "#app/lib/pictures.ts";
import type { Ctx, Services } from "#app/server/context.ts";
import { turnOfMember } from "#app/server/fair-queue.ts";
import { reencodeImage } from "#app/server/files/check-image.ts";
import { claimFile, once, receive, storeFile, type Upload } from "#app/server/files/records.ts";
import type { UploadedPicture } from "../authoring.answers.ts";
import { requirePart } from "../authors.service.ts";
import { pictures } from "./pictures.table.ts";

const PURPOSE = "text-picture";
const BOX = { width: PICTURE_SIDE, height: PICTURE_SIDE };

/**
 * Receives a picture for the texts of a degree. While no text names it, it is kept for a day. Safe to repeat: the same picture has the same name.
 * @throws AppError forbidden, locked, too_many_tries, too_large, unsupported_media_type, malformed (cut off), storage_full
 */
export async function uploadPicture(ctx: Ctx, degree: Degree, upload: Upload): Promise<UploadedPicture> {
  const { actor } = await requirePart(ctx, degree, "author", "reviewer");
  await ctx.limits.take("upload", actor.id);
  await using staged = await ctx.files.stage(receive(upload));
  const { picture, width, height } = await reencodeImage(staged, BOX, turnOfMember(actor));
  const id = pictureId(degree, { width, height }, picture);
  await keepPicture(ctx, { id, degree, bytes: picture, uploadedBy: actor.id });
  return { id, path: pictureAddress(id), width, height };
}

type Kept = { id: string; degree: Degree; bytes: Uint8Array; uploadedBy: string | null };

async function keepPicture({ db, files: storage }: Pick<Services, "db" | "files">, { bytes, ...picture }: Kept): Promise<void> {
  const known = await db
    .update(pictures)
    .set({ uploadedAt: sql`now()` })
    .where(eq(pictures.id, picture.id))
    .returning({ id: pictures.id });
  if (known.length > 0) return;
  await using staged = await storage.stage(once(bytes));
  const { id: fileId } = await storeFile({ db, files: storage }, staged, { purpose: PURPOSE, mediaType: "image/webp" });
  await db.transaction(async (tx) => {
    const added = await tx
      .insert(pictures)
      .values({ ...picture, fileId })
      .onConflictDoNothing()
      .returning({ id: pictures.id });
    if (added.length > 0) await claimFile(tx, fileId, PURPOSE);
  });
}

/**
 * Brings in the pictures of the content folder that are not here yet. A storage that is away for now stops no start: the texts are shown without
 * them until the next one.
 * @throws ContentError for a file that is not what its name says
 */
export async function syncPictures(services: Pick<Services, "db" | "files" | "log">, folder = CONTENT_FOLDER): Promise<void> {
  const found = readPictures(folder);
  if (found.length === 0) return;
  const rows = await services.db.select({ id: pictures.id }).from(pictures);
  const known = new Set(rows.map(({ id }) => id));
  for (const { id, degree, path } of found) {
    if (known.has(id)) continue;
    const bytes = readFileSync(join(folder, path));
    if (pictureId(degree, measuresOfPicture(id), bytes) !== id)
      throw new ContentError(`content/${path}: a imagem não é a que o seu nome diz`);
    try {
      await keepPicture(services, { id, degree, bytes, uploadedBy: null });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      services.log.error({ err: error, picture: id }, "a picture of the content folder could not be stored");
    }
  }
}
