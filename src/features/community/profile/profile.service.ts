import { eq, sql } from "drizzle-orm";
import type { Db } from "#app/db/client.ts";
import { AppError } from "#app/lib/errors.ts";
import { type Actor, type Ctx, requireActor } from "#app/server/context.ts";
import { communityProfiles } from "./profile.table.ts";

/** @throws AppError rules_unaccepted */
export async function requireRules(db: Db, actor: Actor): Promise<void> {
  const [row] = await db
    .select({ acceptedAt: communityProfiles.rulesAcceptedAt })
    .from(communityProfiles)
    .where(eq(communityProfiles.userId, actor.id));
  if (!row?.acceptedAt) throw new AppError("rules_unaccepted");
}

/** Writes down that the member has accepted the rules of the house; the first time counts. */
export async function acceptRules(ctx: Ctx): Promise<{ ok: true }> {
  const { id: userId } = requireActor(ctx);
  await ctx.db
    .insert(communityProfiles)
    .values({ userId, rulesAcceptedAt: new Date() })
    .onConflictDoUpdate({
      target: communityProfiles.userId,
      set: { rulesAcceptedAt: sql`coalesce(${communityProfiles.rulesAcceptedAt}, now())` },
    });
  return { ok: true };
}
