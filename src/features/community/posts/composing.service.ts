import { and, asc, eq, isNotNull, type SQL, sql } from "drizzle-orm";
import { profiles } from "#app/features/account/account.table.ts";
import { type Ctx, requireActor } from "#app/server/context.ts";
import { openBoard } from "../boards/boards.service.ts";
import { communityProfiles } from "../profile/profile.table.ts";
import { cardFor } from "./cards.service.ts";
import type { MemberNames, Preview } from "./posts.answers.ts";
import type { MentionsInput, PreviewInput } from "./posts.schema.ts";
import { isMemberOfBoard, renderForBoard } from "./rendering.service.ts";

const MOST_NAMES = 8;

/** What a post would look like. @throws AppError not_found, invalid_input, too_many_tries; superseded when the member asked for a newer one */
export async function previewPost(ctx: Ctx, { boardId, source }: PreviewInput): Promise<Preview> {
  const actor = requireActor(ctx);
  await ctx.limits.take("preview", actor.id);
  const { degree } = await openBoard(ctx.db, actor, boardId);
  const { html, cards } = await renderForBoard(ctx, source, degree, "preview");
  return { html, cards: cards.flatMap((ref) => cardFor(ref, ctx.catalogue(), actor.degree) ?? []) };
}

/**
 * Members of a board who take part in the community, by the beginnings of the name with which they sign; if few sign so, by those of its other words.
 * @throws AppError not_found, too_many_tries
 */
export async function findMembers(ctx: Ctx, { q, board: boardId }: MentionsInput): Promise<MemberNames> {
  const actor = requireActor(ctx);
  await ctx.limits.take("search", actor.id);
  const { degree } = await openBoard(ctx.db, actor, boardId);
  const name = sql<string>`${communityProfiles.displayName}`;
  const folded = sql`fold_text(${communityProfiles.displayName})`;
  const begun = sql`fold_text(${q.replace(/[\\%_]/g, "\\$&")}) || '%'`;
  const find = (which: SQL, order: SQL, limit: number) =>
    ctx.db
      .select({ id: profiles.id, name, degree: profiles.degree })
      .from(profiles)
      .innerJoin(communityProfiles, eq(communityProfiles.userId, profiles.id))
      .where(and(isNotNull(communityProfiles.rulesAcceptedAt), isMemberOfBoard(degree), which))
      .orderBy(order, asc(profiles.id))
      .limit(limit);
  // in the order of the index, so that of thousands of the name only the first are looked at
  const members = await find(sql`${folded} like ${begun}`, sql`${folded} using ~<~`, MOST_NAMES);
  // a word within the name is found by its trigrams, of which shorter ones have none
  if (members.length === MOST_NAMES || q.length < 3) return { members };
  const others = sql`${folded} like '% ' || ${begun} and ${folded} not like ${begun}`;
  return { members: [...members, ...(await find(others, asc(name), MOST_NAMES - members.length))] };
}
