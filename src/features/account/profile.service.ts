import { desc, eq, sql } from "drizzle-orm";
import { lodgeColumns } from "#app/features/lodges/matching.service.ts";
import type { ReadingSettings } from "#app/lib/reading.ts";
import { type Actor, type Ctx, requireActor } from "#app/server/context.ts";
import type { Profile } from "./account.answers.ts";
import { consents, profiles } from "./account.table.ts";
import { readPendingAddress } from "./address.service.ts";
import { isLastAdmin } from "./administrators.policy.ts";
import { countAdministrators } from "./administrators.service.ts";
import type { ProfileInput } from "./profile.schema.ts";

/** The member's own record, with what they agreed to and when. */
export async function readProfile(ctx: Ctx): Promise<Profile> {
  return presentProfile(ctx, requireActor(ctx));
}

/** Keeps how the member wants texts to be shown, for all their devices. */
export async function saveReading(ctx: Ctx, reading: ReadingSettings): Promise<ReadingSettings> {
  await ctx.db
    .update(profiles)
    .set({ reading, updatedAt: sql`now()` })
    .where(eq(profiles.id, requireActor(ctx).id));
  return reading;
}

/** Changes name and Lodge. */
export async function updateProfile(ctx: Ctx, input: ProfileInput): Promise<Profile> {
  const actor = requireActor(ctx);
  const changed = await ctx.db.transaction(async (tx) => {
    const [before] = await tx.select({ lodge: profiles.lodge }).from(profiles).where(eq(profiles.id, actor.id)).for("update");
    const now = { name: input.fullName, ...(await lodgeColumns(tx, input.lodge || null, before)) };
    await tx
      .update(profiles)
      .set({ ...now, updatedAt: sql`now()` })
      .where(eq(profiles.id, actor.id));
    return now;
  });
  return presentProfile(ctx, { ...actor, ...changed });
}

async function presentProfile({ db }: Ctx, actor: Actor): Promise<Profile> {
  const [[member], given, administrators, pendingEmail] = await Promise.all([
    db.select({ createdAt: profiles.createdAt }).from(profiles).where(eq(profiles.id, actor.id)),
    db
      .select({ textVersion: consents.textVersion, givenAt: consents.givenAt, withdrawnAt: consents.withdrawnAt })
      .from(consents)
      .where(eq(consents.userId, actor.id))
      .orderBy(desc(consents.givenAt)),
    actor.role === "admin" ? countAdministrators(db) : 0,
    readPendingAddress(db, actor),
  ]);
  const { name, email, lodge, degree } = actor;
  return {
    fullName: name,
    email,
    lodge,
    degree,
    pendingEmail,
    createdAt: (member?.createdAt ?? new Date()).toISOString(),
    consents: given.map(({ textVersion, givenAt, withdrawnAt }) => ({
      textVersion,
      givenAt: givenAt.toISOString(),
      withdrawnAt: withdrawnAt?.toISOString() ?? null,
    })),
    can: { delete: !isLastAdmin(actor, administrators) },
  };
}
