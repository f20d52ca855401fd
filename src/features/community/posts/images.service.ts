import { and, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import type { Db } from "#app/db/client.ts";
import { AppError } from "#app/lib/errors.ts";
import { type Actor, type Ctx, requireActor } from "#app/server/context.ts";
import { files } from "#app/server/files/files.table.ts";
import { releaseFiles } from "#app/server/files/records.ts";
import type { Download } from "#app/server/files/send-file.ts";
import { mayRead } from "../boards/boards.policy.ts";
import { moderates } from "../boards/boards.service.ts";
import { communityBoards } from "../boards/boards.table.ts";
import { communityTopics } from "../topics/topics.table.ts";
import { seesWords } from "./posts.policy.ts";
import { communityImages, communityPosts } from "./posts.table.ts";

/** A picture of a post whose words the member may see, or their own that they have not sent yet. @throws AppError not_found */
export async function readImage(ctx: Ctx, imageId: string): Promise<Download> {
  const actor = requireActor(ctx);
  const [row] = await ctx.db
    .select({
      file: { id: files.id, mediaType: files.mediaType, size: files.size, sha256: files.sha256 },
      userId: communityImages.userId,
      state: communityPosts.state,
      hiddenAt: communityTopics.hiddenAt,
      board: communityBoards,
      moderates: moderates(actor),
    })
    .from(communityImages)
    .innerJoin(files, eq(files.id, communityImages.fileId))
    .leftJoin(communityPosts, eq(communityPosts.id, communityImages.postId))
    .leftJoin(communityTopics, eq(communityTopics.id, communityPosts.topicId))
    // the board in which it is today, or for which it was sent
    .innerJoin(communityBoards, sql`${communityBoards.id} = coalesce(${communityTopics.boardId}, ${communityImages.boardId})`)
    .where(eq(communityImages.fileId, imageId));
  const mine = row?.userId === actor.id;
  const seen = row && (row.state === null ? mine : seesWords({ state: row.state, mine, moderates: row.moderates }));
  if (!row || !seen || !mayRead(row.board, actor) || (row.hiddenAt !== null && !row.moderates && !mine))
    throw new AppError("not_found");
  return { ...row.file, cacheControl: "private, no-cache" };
}

/** The size of pictures by id, so that a page keeps room for them. */
export async function imageSizes(db: Db, ids: string[]): Promise<Map<string, { width: number; height: number }>> {
  if (ids.length === 0) return new Map();
  const { fileId: id, width, height } = communityImages;
  const rows = await db.select({ id, width, height }).from(communityImages).where(inArray(id, ids));
  return new Map(rows.map((row) => [row.id, { width: row.width, height: row.height }]));
}

/** Gives the pictures that a post shows to it. @throws AppError invalid_input where one is not the writer's, or is shown by another post */
export async function attachImages(tx: Db, actor: Actor, boardId: string, postId: string, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  const own = await tx
    .update(communityImages)
    .set({ postId })
    .where(
      and(
        inArray(communityImages.fileId, ids),
        eq(communityImages.userId, actor.id),
        eq(communityImages.boardId, boardId),
        sql`coalesce(${communityImages.postId}, ${postId}) = ${postId}`,
      ),
    )
    .returning({ id: communityImages.fileId });
  if (own.length < ids.length)
    throw new AppError("invalid_input", { fields: { source: "Uma das imagens não está mais guardada. Envie-a de novo." } });
  await tx
    .update(files)
    .set({ attachedAt: sql`now()` })
    .where(and(inArray(files.id, ids), isNull(files.attachedAt)));
}

/** Nobody sees the pictures of a post any more; the daily purge removes their bytes. */
export const dropImages = (tx: Db, postId: string) => drop(tx, eq(communityImages.postId, postId));

/** The same for all that a member sent. */
export const dropImagesOf = (tx: Db, userId: string) => drop(tx, eq(communityImages.userId, userId));

async function drop(tx: Db, which: SQL): Promise<void> {
  const dropped = await tx.delete(communityImages).where(which).returning({ id: communityImages.fileId });
  await releaseFiles(
    tx,
    dropped.map(({ id }) => id),
  );
}
