import { and, eq, ne, sql } from "drizzle-orm";
import type { Db } from "#app/db/client.ts";
import { lockKeys } from "#app/db/locks.ts";
import { AppError } from "#app/lib/errors.ts";
import { skeletonOf } from "#app/lib/names.ts";
import { type Actor, type Ctx, requireActor } from "#app/server/context.ts";
import { defaultName } from "./names.policy.ts";
import type { CommunityProfileInput } from "./profile.schema.ts";
import { communityProfiles } from "./profile.table.ts";

/** @throws AppError rules_unaccepted */
export async function requireRules(db: Db, actor: Actor): Promise<void> {
  const [row] = await db
    .select({ acceptedAt: communityProfiles.rulesAcceptedAt })
    .from(communityProfiles)
    .where(eq(communityProfiles.userId, actor.id));
  if (!row?.acceptedAt) throw new AppError("rules_unaccepted");
}

/** Writes down that the member has accepted the rules of the house; the first time counts. From now on they have a name there. */
export async function acceptRules(ctx: Ctx): Promise<{ ok: true }> {
  const { id: userId, name } = requireActor(ctx);
  await ctx.db
    .insert(communityProfiles)
    .values({ userId, rulesAcceptedAt: new Date(), displayName: defaultName(name) })
    .onConflictDoUpdate({
      target: communityProfiles.userId,
      set: {
        rulesAcceptedAt: sql`coalesce(${communityProfiles.rulesAcceptedAt}, now())`,
        displayName: sql`coalesce(${communityProfiles.displayName}, excluded.display_name)`,
      },
    });
  return { ok: true };
}

/**
 * Changes how the member appears in the community. A name that they choose looks like nobody else's; the one that everybody begins with,
 * the first name with an initial, may be that of several.
 * @throws AppError invalid_input on `displayName`
 */
export async function updateCommunityProfile(ctx: Ctx, { displayName, showLodge }: CommunityProfileInput): Promise<{ ok: true }> {
  const { id: userId, name } = requireActor(ctx);
  const chosen = displayName && displayName !== defaultName(name) ? displayName : undefined;
  const set = { displayName: chosen ?? defaultName(name), showLodge, updatedAt: new Date() };
  await ctx.db.transaction(async (tx) => {
    if (chosen) await refuseTakenName(tx, userId, chosen);
    await tx
      .insert(communityProfiles)
      .values({ userId, ...set })
      .onConflictDoUpdate({ target: communityProfiles.userId, set });
  });
  return { ok: true };
}

/** SQL of `skeletonOf`, for the letters that names here have. */
const skeleton = sql`translate(regexp_replace(fold_text(${communityProfiles.displayName}), '[^[:alnum:]]', '', 'g'), 'øđłi', 'odll')`;

async function refuseTakenName(tx: Db, userId: string, name: string): Promise<void> {
  const wanted = skeletonOf(name);
  await lockKeys(tx, "communityName", [wanted]); // of two who choose it at once one gets it
  if ((await tx.$count(communityProfiles, and(ne(communityProfiles.userId, userId), sql`${skeleton} = ${wanted}`))) > 0)
    throw new AppError("invalid_input", {
      fields: { displayName: "Outro membro já assina assim, ou quase. Escolha outro nome." },
    });
}
