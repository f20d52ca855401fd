import { and, eq, inArray, isNotNull } from "drizzle-orm";
import { profiles } from "#app/features/account/account.table.ts";
import { textOfHtml } from "#app/features/search/search-index.service.ts";
import type { Degree } from "#app/lib/degrees.ts";
import type { Ctx } from "#app/server/context.ts";
import { isReaderOf } from "#app/server/gate.ts";
import { mentionedIds, type RenderedText } from "#app/server/markdown/members-text.ts";
import { renderMembersText } from "#app/server/markdown/render-members-text.ts";
import { defaultName } from "../profile/names.policy.ts";
import { communityProfiles } from "../profile/profile.table.ts";
import { type CardRef, refOfPath } from "./cards.service.ts";
import { imageSizes } from "./images.service.ts";
import { excerptOf, imagePath, shownImages } from "./post-text.ts";

/** Before a text is looked through for members it names: one who names hundreds is refused by its rendering. */
const MOST_NAMES_READ = 21;
const MOST_IMAGES_READ = 11;
const MOST_CARDS = 5;

/** What a post is made of besides its words; its pictures by their ids. */
export type PostText = Omit<RenderedText, "paths"> & { excerpt: string; cards: CardRef[] };

/**
 * Renders what a member writes for those who may read a board.
 * @param newest of the member's texts of this name only the newest is wanted: one that waits is given up for it
 * @throws AppError invalid_input on `source`; too_many_tries when too many texts wait; superseded when a newer one of the name has come;
 *   unavailable when the machine is too busy
 */
export async function renderForBoard(ctx: Ctx, source: string, degree: Degree | null, newest?: "preview"): Promise<PostText> {
  const names = await namesOf(ctx, mentionedIds(source), degree);
  const sizes = await imageSizes(ctx.db, shownImages(source).slice(0, MOST_IMAGES_READ));
  const images = new Map([...sizes].map(([id, size]) => [imagePath(id), size]));
  const { paths, ...rendered } = await renderMembersText(ctx, source, { names, images }, newest);
  const refs = paths.flatMap((path) => refOfPath(path, ctx.catalogue()) ?? []);
  return {
    ...rendered,
    images: [...sizes.keys()].filter((id) => rendered.images.includes(imagePath(id))),
    excerpt: excerptOf(textOfHtml(rendered.html)),
    cards: [...new Map(refs.map((ref) => [`${ref.kind} ${ref.id}`, ref])).values()].slice(0, MOST_CARDS),
  };
}

/** The members of a board among these, and how they sign. */
async function namesOf(ctx: Ctx, ids: string[], degree: Degree | null): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await ctx.db
    .select({ id: profiles.id, name: profiles.name, displayName: communityProfiles.displayName })
    .from(profiles)
    .innerJoin(communityProfiles, eq(communityProfiles.userId, profiles.id))
    .where(
      and(
        inArray(profiles.id, ids.slice(0, MOST_NAMES_READ)),
        isNotNull(communityProfiles.rulesAcceptedAt),
        isMemberOfBoard(degree),
      ),
    );
  return new Map(rows.map(({ id, name, displayName }) => [id, displayName ?? defaultName(name)]));
}

/** SQL: the query's profile is of a member who may read a board of this degree. */
export const isMemberOfBoard = (degree: Degree | null) => isReaderOf(degree, profiles);
