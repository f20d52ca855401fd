import { desc, eq, sql } from "drizzle-orm";
import type { Db } from "#app/db/client.ts";
import { recordAudit } from "#app/features/audit/audit.service.ts";
import { lodgeName } from "#app/features/lodges/lodges.schema.ts";
import { requireActiveLodge } from "#app/features/lodges/lodges.service.ts";
import { lodgeColumns } from "#app/features/lodges/matching.service.ts";
import { AppError } from "#app/lib/errors.ts";
import type { ReadingSettings } from "#app/lib/reading.ts";
import { listInWords } from "#app/lib/text.ts";
import { type Actor, type Ctx, requireActor } from "#app/server/context.ts";
import type { Profile } from "./account.answers.ts";
import { consents, profiles } from "./account.table.ts";
import { readPendingAddress } from "./address.service.ts";
import { isLastAdmin } from "./administrators.policy.ts";
import { countAdministrators } from "./administrators.service.ts";
import { mayCorrectProfile, mayWriteProfile } from "./profile.policy.ts";
import {
  type CorrectionInput,
  eachProfileField,
  PROFILE_FIELD_NAMES,
  PROFILE_FIELDS,
  type ProfileInput,
} from "./profile.schema.ts";

const fields = eachProfileField((field) => profiles[field]);

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

/** Changes the member's own profile. */
export async function updateProfile(ctx: Ctx, input: ProfileInput): Promise<Profile> {
  const actor = requireActor(ctx);
  await updateMember(ctx, actor.id, input);
  return presentProfile(ctx, actor);
}

/**
 * Changes a profile, for its member, who writes the Lodge, and for an administrator, who says which Lodge of the list they are of and answers for it,
 * as for a spelling that is joined. An office in another Lodge gives nothing from now on. Certificates keep the name that they bear. What an
 * administrator corrects is recorded, and the member is told.
 * @throws AppError forbidden, not_found, invalid_input on `lodgeId`
 */
export async function updateMember(ctx: Ctx, memberId: string, change: ProfileInput | CorrectionInput): Promise<void> {
  const actor = requireActor(ctx);
  const corrects = "lodgeId" in change;
  const may = corrects ? mayCorrectProfile : mayWriteProfile;
  if (!may(actor, memberId)) throw new AppError("forbidden");
  await ctx.db.transaction(async (tx) => {
    const [before] = await tx
      .select({ ...fields, lodge: profiles.lodge })
      .from(profiles)
      .where(eq(profiles.id, memberId))
      .for("update");
    if (!before) throw new AppError("not_found");
    const now = eachProfileField((field) => change[field] ?? before[field]); // what is not sent stays
    const lodge = corrects ? await chosenLodge(tx, change.lodgeId) : await lodgeColumns(tx, change.lodge || null, before);
    const changed = PROFILE_FIELD_NAMES.filter((field) => now[field] !== before[field]).map((field) => PROFILE_FIELDS[field].its);
    if (lodge && (corrects || lodge.lodge !== before.lodge)) changed.push("a Loja");
    if (changed.length === 0) return;
    await tx
      .update(profiles)
      .set({ ...now, ...lodge, updatedAt: sql`now()` })
      .where(eq(profiles.id, memberId));
    if (!corrects) return;
    await recordAudit(tx, {
      actorId: actor.id,
      action: "member.correct",
      targetType: "member",
      targetId: memberId,
      details: { what: listInWords(changed) },
    });
    await ctx.notify(tx, "record-corrected", { memberId }, {});
  });
}

/** What a profile holds of a Lodge that an administrator chose, who answers for it; nothing where they chose none. */
async function chosenLodge(tx: Db, lodgeId: string | null) {
  if (lodgeId === null) return undefined;
  return { lodge: lodgeName(await requireActiveLodge(tx, lodgeId)), lodgeId, lodgeConfirmedAt: sql`now()` };
}

async function presentProfile({ db }: Ctx, { id, email, degree, role }: Actor): Promise<Profile> {
  const [[member], given, administrators, pendingEmail] = await Promise.all([
    db
      .select({ ...fields, lodge: profiles.lodge, createdAt: profiles.createdAt })
      .from(profiles)
      .where(eq(profiles.id, id)),
    db
      .select({ textVersion: consents.textVersion, givenAt: consents.givenAt, withdrawnAt: consents.withdrawnAt })
      .from(consents)
      .where(eq(consents.userId, id))
      .orderBy(desc(consents.givenAt)),
    role === "admin" ? countAdministrators(db) : 0,
    readPendingAddress(db, { id, email }),
  ]);
  if (!member) throw new AppError("not_found");
  return {
    ...eachProfileField((field) => member[field]),
    email,
    lodge: member.lodge,
    degree,
    pendingEmail,
    createdAt: member.createdAt.toISOString(),
    consents: given.map(({ textVersion, givenAt, withdrawnAt }) => ({
      textVersion,
      givenAt: givenAt.toISOString(),
      withdrawnAt: withdrawnAt?.toISOString() ?? null,
    })),
    can: { delete: !isLastAdmin({ role }, administrators) },
  };
}
