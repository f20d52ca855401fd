import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Db } from "#app/db/client.ts";
import { AppError } from "#app/lib/errors.ts";
import type { Ctx, Services } from "../context.ts";
import { files } from "./files.table.ts";
import type { Staged } from "./staging.ts";

/** A request whose body is a file. */
export type Upload = Pick<Request, "body">;

export type StoredFile = { id: string; mediaType: string; size: number; sha256: string };

/**
 * A request's body as chunks. It is asked for only when it is read: a server that has begun to hand over the body of a request which is
 * refused before that ends the connection, on which a proxy may have sent another member's request.
 * @throws AppError malformed when it is missing, or was cut off
 */
export async function* receive({ body }: Upload): AsyncGenerator<Uint8Array> {
  if (!body) throw new AppError("malformed", { message: "Nenhum arquivo foi enviado." });
  try {
    yield* body as unknown as AsyncIterable<Uint8Array>;
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError("malformed", { message: "O envio foi interrompido antes do fim. Tente de novo." });
  }
}

/** Bytes that are in memory, as chunks. */
export async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/**
 * Keeps staged bytes and writes their record: bytes without a record may be left behind by a crash (and are purged), a record
 * without bytes never.
 */
export async function storeFile(
  ctx: Pick<Ctx, "files" | "db">,
  staged: Staged,
  facts: { purpose: string; mediaType: string },
): Promise<StoredFile> {
  const id = crypto.randomUUID();
  const { size, sha256 } = staged;
  await ctx.files.keep(staged, id);
  try {
    await ctx.db.insert(files).values({ id, size, sha256, ...facts });
  } catch (error) {
    await ctx.files.remove(id);
    throw error;
  }
  return { id, size, sha256, mediaType: facts.mediaType };
}

/** Takes an uploaded file for good, once: of two who claim it one gets it. Returns whether it was there to be taken. */
export async function claimFile(tx: Db, id: string, purpose: string): Promise<boolean> {
  const claimed = await tx
    .update(files)
    .set({ attachedAt: sql`now()` })
    .where(and(eq(files.id, id), eq(files.purpose, purpose), isNull(files.attachedAt)))
    .returning({ id: files.id });
  return claimed.length === 1;
}

/** Nothing refers to these files any more, in the caller's transaction: the daily purge removes them. */
export async function releaseFiles(tx: Db, ids: (string | null)[]): Promise<void> {
  const gone = ids.filter((id) => id !== null);
  if (gone.length > 0) await tx.update(files).set({ attachedAt: null }).where(inArray(files.id, gone));
}

/** Forgets files in the caller's transaction. Their bytes go by `removeBytes`, after it has committed. */
export async function dropFiles(tx: Db, ids: (string | null | undefined)[]): Promise<string[]> {
  const gone = ids.filter((id) => typeof id === "string");
  if (gone.length > 0) await tx.delete(files).where(inArray(files.id, gone));
  return gone;
}

/** Removes the bytes of forgotten files. What cannot be removed now is purged later. */
export async function removeBytes({ files: storage, log }: Pick<Services, "files" | "log">, ids: string[]): Promise<void> {
  for (const id of ids)
    await storage.remove(id).catch((error: unknown) => log.warn({ err: error, file: id }, "file not removed"));
}
