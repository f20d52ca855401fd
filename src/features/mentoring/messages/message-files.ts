import { and, count, eq, isNotNull } from "drizzle-orm";
import type { Db } from "#app/db/client.ts";
import { AppError } from "#app/lib/errors.ts";
import { type Ctx, requireActor } from "#app/server/context.ts";
import { turnOfMember } from "#app/server/fair-queue.ts";
import { reencodeImage } from "#app/server/files/check-image.ts";
import { checkPdf, looksLikePdf } from "#app/server/files/check-pdf.ts";
import { headOf } from "#app/server/files/file-head.ts";
import { readableName } from "#app/server/files/file-name.ts";
import { files } from "#app/server/files/files.table.ts";
import { claimFile, once, receive, storeFile, type Upload } from "#app/server/files/records.ts";
import type { Download } from "#app/server/files/send-file.ts";
import { canWrite } from "../mentorship-sessions/mentorship-sessions.policy.ts";
import { factsOf, openMentorshipSession } from "../mentorship-sessions/mentorship-sessions.service.ts";
import type { ReceivedFile } from "./messages.answers.ts";
import { MOST_FILES } from "./messages.schema.ts";
import { mentorshipMessages } from "./messages.table.ts";

const PICTURE = "image/webp";
/** As wide as a picture is on a fine screen. */
const BOX = { width: 1_600, height: 1_600 };

/** A file waits for a message of this session alone. */
const purposeOf = (mentorshipSessionId: string): string => `mentorship-message:${mentorshipSessionId}`;

export const isPicture = (mediaType: string): boolean => mediaType === PICTURE;

/**
 * Receives a picture (encoded again, without place and camera) or a PDF (with nothing in it that acts) for a message. Nobody reads
 * it before the message was sent, and after a day without one it is purged.
 * @throws AppError not_found, conflict (the conversation is closed), too_many_tries, too_large, unsupported_media_type, malformed (cut off), storage_full
 */
export async function receiveMessageFile(ctx: Ctx, mentorshipSessionId: string, upload: Upload): Promise<ReceivedFile> {
  const actor = requireActor(ctx);
  const { mentorshipSession } = await openMentorshipSession(ctx.db, actor, mentorshipSessionId);
  if (!canWrite(factsOf(mentorshipSession))) throw new AppError("conflict", { message: "Esta conversa está encerrada." });
  await ctx.limits.take("upload", actor.id);
  await using staged = await ctx.files.stage(receive(upload));
  const purpose = purposeOf(mentorshipSessionId);
  const turn = turnOfMember(actor);
  if (looksLikePdf(await headOf(staged))) {
    await checkPdf(staged, turn);
    const { id } = await storeFile(ctx, staged, { purpose, mediaType: "application/pdf" });
    return { id };
  }
  const { picture } = await reencodeImage(staged, BOX, turn).catch((error: unknown) => {
    if (error instanceof AppError && error.code === "unsupported_media_type")
      throw new AppError("unsupported_media_type", {
        message: "Envie uma imagem (JPEG, PNG ou WebP) ou um PDF, que não esteja danificado.",
      });
    throw error;
  });
  await using encoded = await ctx.files.stage(once(picture));
  const { id } = await storeFile(ctx, encoded, { purpose, mediaType: PICTURE });
  return { id };
}

/**
 * Gives a file that was received to the message that is being written.
 * @returns what the message keeps of it
 * @throws AppError invalid_input where it is not there any more, or the session has as many as it may have
 */
export async function attachFile(
  tx: Db,
  mentorshipSessionId: string,
  { fileId, fileName }: { fileId: string; fileName: string },
): Promise<{ fileId: string; fileName: string }> {
  const refused = (message: string) => new AppError("invalid_input", { fields: { fileId: message } });
  const inSession = eq(mentorshipMessages.mentorshipSessionId, mentorshipSessionId);
  const [kept] = await tx
    .select({ files: count() })
    .from(mentorshipMessages)
    .where(and(inSession, isNotNull(mentorshipMessages.fileId)));
  if (kept!.files >= MOST_FILES) throw refused(`Uma sessão guarda até ${MOST_FILES} arquivos. Exclua um, ou mande um link.`);
  if (!(await claimFile(tx, fileId, purposeOf(mentorshipSessionId))))
    throw refused("O arquivo não está mais guardado. Anexe-o de novo.");
  return { fileId, fileName: readableName(fileName) || "arquivo" };
}

/** The file of a message, for the two parties, while its author keeps it. @throws AppError not_found */
export async function readMessageFile(
  ctx: Ctx,
  { mentorshipSessionId, number }: { mentorshipSessionId: string; number: number },
): Promise<Download> {
  await openMentorshipSession(ctx.db, requireActor(ctx), mentorshipSessionId);
  const [row] = await ctx.db
    .select({
      file: { id: files.id, mediaType: files.mediaType, size: files.size, sha256: files.sha256 },
      name: mentorshipMessages.fileName,
    })
    .from(mentorshipMessages)
    .innerJoin(files, eq(files.id, mentorshipMessages.fileId))
    .where(and(eq(mentorshipMessages.mentorshipSessionId, mentorshipSessionId), eq(mentorshipMessages.number, number)));
  if (!row) throw new AppError("not_found");
  const cacheControl = "private, no-cache";
  if (isPicture(row.file.mediaType)) return { ...row.file, cacheControl };
  return { ...row.file, saveAs: `${row.name!.replace(/\.pdf$/i, "")}.pdf`, cacheControl };
}
