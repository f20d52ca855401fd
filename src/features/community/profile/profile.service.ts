import { eq, sql } from "drizzle-orm";
import type { Db } from "#app/db/client.ts";
import { AppError } from "#app/lib/errors.ts";
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

/** Writes down that the member has accepted the rules of the house; the first time counts. From now on he has a name there. */
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

/** Changes how the member appears in the community. */
export async function updateCommunityProfile(ctx: Ctx, { displayName, showLodge }: CommunityProfileInput): Promise<{ ok: true }> {
  const { id: userId, name } = requireActor(ctx);
  const set = { displayName: displayName || defaultName(name), showLodge, updatedAt: new Date() };
  await ctx.db
    .insert(communityProfiles)
    .values({ userId, ...set })
    .onConflictDoUpdate({ target: communityProfiles.userId, set });
  return { ok: true };
}
