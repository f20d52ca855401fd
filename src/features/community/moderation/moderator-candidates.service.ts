import { and, asc, eq, sql } from "drizzle-orm";
import { union } from "drizzle-orm/pg-core";
import type { Db } from "#app/db/client.ts";
import { profiles } from "#app/features/account/account.table.ts";
import { containsWord, memberText } from "#app/features/account/member-search.service.ts";
import { recordAccess } from "#app/features/audit/audit.service.ts";
import { type Ctx, requireAdmin } from "#app/server/context.ts";
import { openBoard } from "../boards/boards.service.ts";
import { isMemberOfBoard } from "../posts/rendering.service.ts";
import { communityProfiles } from "../profile/profile.table.ts";
import type { ModeratorCandidates } from "./moderation.answers.ts";
import type { CandidatesInput } from "./moderation.schema.ts";

const CANDIDATES = 8;

/**
 * Members who may read a board, by words of their name, e-mail or Lodge, or of the name with which they sign; whether or not they take part already.
 * @throws AppError forbidden, not_found
 */
export async function searchModeratorCandidates(ctx: Ctx, boardId: string, { q }: CandidatesInput): Promise<ModeratorCandidates> {
  const actor = requireAdmin(ctx);
  const { degree } = await openBoard(ctx.db, actor, boardId);
  await recordAccess(ctx.db, actor.id, "moderator-candidates.view");
  const called = calledSo(ctx.db, q.split(/\s+/)).as("called");
  const candidates = await ctx.db
    .select({
      id: profiles.id,
      name: profiles.name,
      email: profiles.email,
      signsAs: communityProfiles.displayName,
      degree: profiles.degree,
      lodge: profiles.lodge,
    })
    .from(called)
    .innerJoin(profiles, eq(profiles.id, called.id))
    .leftJoin(communityProfiles, eq(communityProfiles.userId, profiles.id))
    .where(isMemberOfBoard(degree))
    .orderBy(asc(profiles.name), asc(profiles.id))
    .limit(CANDIDATES);
  return { candidates };
}

/** Two searches put together, so that each goes by the index of its own table. */
const calledSo = (db: Db, words: string[]) =>
  union(
    db
      .select({ id: profiles.id })
      .from(profiles)
      .where(and(...words.map((word) => containsWord(memberText, word)))),
    db
      .select({ id: communityProfiles.userId })
      .from(communityProfiles)
      .where(and(...words.map((word) => containsWord(sql`fold_text(${communityProfiles.displayName})`, word)))),
  );
