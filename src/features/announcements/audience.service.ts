import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Db } from "#app/db/client.ts";
import { profiles } from "#app/features/account/account.table.ts";
import { listLodgeOptions } from "#app/features/lodges/lodges.service.ts";
import { newsletterSubscribers } from "#app/features/newsletter/newsletter.table.ts";
import { type Actor, type Ctx, requireAdmin } from "#app/server/context.ts";
import { covers, takesPart } from "#app/server/gate.ts";
import { noticePreferences } from "#app/server/notify/notices.table.ts";
import { TOPIC_RULES } from "#app/server/notify/topics.ts";
import type { Reach, Recipients } from "./announcements.answers.ts";
import type { RecipientsInput } from "./announcements.schema.ts";
import { announcements } from "./announcements.table.ts";

type Target = Pick<typeof announcements.$inferSelect, "audience" | "degree" | "lodgeId">;

/** SQL: a profile's member is confirmed in this Lodge. */
const isOfLodge = (lodgeId: string | null): SQL =>
  sql`(profiles.lodge_id = ${lodgeId} and profiles.lodge_confirmed_at is not null)`;

/** SQL: the members whom an announcement is told to; nobody of one for subscribers. */
export function isRecipient({ audience, degree, lodgeId }: Target): SQL | undefined {
  if (audience === "subscribers") return sql`false`;
  return and(
    takesPart(profiles),
    audience === "degree" ? eq(profiles.degree, degree!) : undefined,
    audience === "lodge" ? isOfLodge(lodgeId) : undefined,
  );
}

/** SQL: the channel that a member chose for announcements. Joins `notice_preferences`, whose row may be missing. */
export const CHANNEL = sql<string>`coalesce(${noticePreferences.channels} ->> 'announcements', ${TOPIC_RULES.announcements.channel})`;

/**
 * SQL: who reads an announcement. Its writer does, whatever degree it is for. To administer opens no degree; but what is for a Lodge or for subscribers is
 * the administration's own, and all administrators see it.
 */
export function isReadBy(actor: Pick<Actor, "id" | "degree" | "role">): SQL {
  // written out: in a statement of one table a column of it would be taken for one of the inner table
  const isAdmin = actor.role === "admin";
  return sql`(announcements.author_id = ${actor.id} or case announcements.audience
    when 'lodge' then ${isAdmin} or exists (select from profiles
      where profiles.id = ${actor.id} and profiles.lodge_id = announcements.lodge_id and profiles.lodge_confirmed_at is not null)
    when 'subscribers' then ${isAdmin}
    else ${covers(actor.degree, announcements.degree)} end)`;
}

/** How many members and subscribers an announcement would reach, by whom it is for. @throws AppError forbidden */
export async function countRecipients(ctx: Ctx, { lodgeId }: RecipientsInput): Promise<Recipients> {
  requireAdmin(ctx);
  const { db } = ctx;
  const [members, subscribers, { lodges }] = await Promise.all([
    countMembers(db, lodgeId),
    db.$count(newsletterSubscribers, eq(newsletterSubscribers.status, "confirmed")),
    listLodgeOptions(ctx),
  ]);
  const sumOf = (counted: (row: (typeof members)[number]) => boolean): Reach => {
    const rows = members.filter(counted);
    const sum = (read: (row: (typeof members)[number]) => number) => rows.reduce((total, row) => total + read(row), 0);
    return { people: sum(({ people }) => people), byLetter: sum(({ byLetter }) => byLetter) };
  };
  return {
    everyone: sumOf(() => true),
    degrees: {
      aprendiz: sumOf(({ degree }) => degree === "aprendiz"),
      companheiro: sumOf(({ degree }) => degree === "companheiro"),
      mestre: sumOf(({ degree }) => degree === "mestre"),
    },
    lodge: lodgeId === undefined ? null : sumOf(({ ofLodge }) => ofLodge),
    subscribers: { people: subscribers, byLetter: subscribers },
    lodges,
  };
}

const countMembers = (db: Db, lodgeId: string | undefined) => {
  const ofLodge = sql<boolean>`coalesce(${isOfLodge(lodgeId ?? null)}, false)`;
  return db
    .select({
      degree: profiles.degree,
      ofLodge: ofLodge.as("of_lodge"),
      people: sql<number>`count(*)::int`,
      byLetter: sql<number>`(count(*) filter (where ${CHANNEL} = 'email'))::int`,
    })
    .from(profiles)
    .leftJoin(noticePreferences, eq(noticePreferences.userId, profiles.id))
    .where(takesPart(profiles))
    .groupBy(profiles.degree, sql`of_lodge`);
};
