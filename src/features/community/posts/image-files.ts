import { type Ctx, requireActor } from "#app/server/context.ts";
import { turnOfMember } from "#app/server/fair-queue.ts";
import { reencodeImage } from "#app/server/files/check-image.ts";
import { once, receive, storeFile, type Upload } from "#app/server/files/records.ts";
import { openBoard } from "../boards/boards.service.ts";
import { requirePictures } from "../moderation/holds.service.ts";
import { requireRules } from "../profile/profile.service.ts";
import { imagePath } from "./post-text.ts";
import type { Image } from "./posts.answers.ts";
import { communityImages } from "./posts.table.ts";

const PURPOSE = "community-image";
/** As wide as a post is on a fine screen. */
const BOX = { width: 1_600, height: 1_600 };

/**
 * Receives a picture for a post of a board. Until a post shows it, it is seen by its sender alone, and after a day it is purged.
 * @throws AppError not_found, rules_unaccepted, forbidden on the first day, too_many_tries, too_large, unsupported_media_type, malformed (cut off), storage_full
 */
export async function uploadImage(ctx: Ctx, boardId: string, upload: Upload): Promise<Image> {
  const actor = requireActor(ctx);
  const board = await openBoard(ctx.db, actor, boardId);
  await requireRules(ctx.db, actor);
  if (!board.moderates) await requirePictures(ctx.db, actor);
  await ctx.limits.take("upload", actor.id);
  await using staged = await ctx.files.stage(receive(upload));
  const { picture, width, height } = await reencodeImage(staged, BOX, turnOfMember(actor));
  await using encoded = await ctx.files.stage(once(picture));
  const { id } = await storeFile(ctx, encoded, { purpose: PURPOSE, mediaType: "image/webp" });
  await ctx.db.insert(communityImages).values({ fileId: id, userId: actor.id, boardId, width, height });
  return { id, path: imagePath(id), width, height };
}
