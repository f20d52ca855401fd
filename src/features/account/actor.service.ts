import { and, eq, sql } from "drizzle-orm";
import { type Db, preparedOnce, QUICK } from "#app/db/client.ts";
import { OFFICES, type Office } from "#app/features/lodges/lodges.schema.ts";
import type { Settings } from "#app/features/settings/settings.schema.ts";
import type { Actor, Services } from "#app/server/context.ts";
import { standingOf } from "#app/server/gate.ts";
import { profiles, type Role, sessions, userRoles } from "./account.table.ts";
import { hashToken, tokenReader } from "./session-cookie.ts";

/** Sessions end after 30 days, and after 14 days without use. */
export const SESSION_SECONDS = 30 * 24 * 3600;
/** Until the address is confirmed a session ends with the link and the code that were sent for it. */
export const UNCONFIRMED_SESSION_SECONDS = 24 * 3600;
const SESSION_IDLE = "14 days";
/** How often a session's use is written down, at most. */
const TOUCH_EVERY_MS = 60_000;
/** A pause after which the next request counts as a new visit. */
const NEW_VISIT_AFTER_MS = 30 * 60_000;

/** SQL: the query's `sessions` row has not ended, nor been left unused for too long. */
export const isOpen = sql`(${sessions.expiresAt} > now() and ${sessions.updatedAt} > now() - ${sql.raw(`interval '${SESSION_IDLE}'`)})`;

/** SQL: the office that the query's `profiles` row holds now in their own Lodge, while the Lodge is active; of several, the first named in `OFFICES`. */
const officeInForce = sql<Office | null>`(
  select o.office from lodge_officers o join lodges l on l.id = o.lodge_id and l.active
  where o.member_id = ${profiles.id} and o.lodge_id = ${profiles.lodgeId} and o.starts_at <= now() and o.ends_at > now()
  order by array_position(${sql.raw(`array[${OFFICES.map((each) => `'${each}'`).join(", ")}]`)}, o.office) limit 1)`;

/**
 * Resolves the member behind a request from its `Cookie` header with one prepared query, so that role, degree and deletion count on the next request. Null for a visitor.
 */
export function createActorResolver({ db, env, settings }: Pick<Services, "db" | "env" | "settings">) {
  const readToken = tokenReader(env, "session");
  const query = db
    .select({
      id: profiles.id,
      sessionId: sessions.id,
      email: profiles.email,
      name: profiles.name,
      lodge: profiles.lodge,
      lodgeId: profiles.lodgeId,
      office: officeInForce,
      degree: profiles.degree,
      level: profiles.level,
      reading: profiles.reading,
      role: sql<Role>`coalesce(${userRoles.role}, 'user')`,
      awaitsConfirmation: profiles.awaitsConfirmation,
      awaitsAdmission: profiles.awaitsAdmission,
      suspendedAt: profiles.suspendedAt,
      proof: sessions.proof,
      secondProof: sessions.secondProof,
      provenAt: sessions.provenAt,
      lastAccessAt: profiles.lastAccessAt,
      previousAccessAt: profiles.previousAccessAt,
      touchedAt: sessions.updatedAt,
    })
    .from(sessions)
    .innerJoin(profiles, eq(profiles.id, sessions.userId))
    .leftJoin(userRoles, eq(userRoles.userId, profiles.id))
    .where(and(eq(sessions.tokenHash, sql.placeholder("tokenHash")), isOpen))
    .prepare(`${QUICK}actor_of_token`);

  return async (cookies: string | undefined): Promise<Actor | null> => {
    const token = readToken(cookies);
    if (!token) return null;
    const [row] = await query.execute({ tokenHash: hashToken(token) });
    if (!row) return null;
    const { touchedAt, awaitsConfirmation, awaitsAdmission, suspendedAt, ...read } = row;
    const standing = standingOf({ awaitsConfirmation, awaitsAdmission, suspendedAt });
    const actor = withPowers(settings(), { ...read, standing });
    const now = Date.now();
    const newVisit = now - (actor.lastAccessAt?.getTime() ?? 0) > NEW_VISIT_AFTER_MS;
    if (!newVisit && now - touchedAt.getTime() < TOUCH_EVERY_MS) return actor;
    return { ...actor, ...(await touch(db, actor)) };
  };
}

/** An administrator is a user, and an officer without office, while their standing is not full, or they have shown no second factor where one is required. */
function withPowers({ secondFactor }: Settings, read: Omit<Actor, "secondFactorRequired">): Actor {
  const secondFactorRequired =
    (secondFactor !== "nobody" && read.role === "admin") || (secondFactor === "officers" && read.office !== null);
  const shown = read.proof === "passkey" || read.secondProof !== null;
  const weak = read.standing !== "full" || (secondFactorRequired && !shown);
  return {
    ...read,
    secondFactorRequired,
    role: weak ? "user" : read.role,
    office: weak ? null : read.office,
  };
}

const openSessionQuery = preparedOnce((db: Db) =>
  db
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.id, sql.placeholder("sessionId")), isOpen))
    .prepare(`${QUICK}open_session`),
);

/** Whether a session is still open: what a stream that stays open asks before it sends anything. Asking does not renew it. */
export async function isSessionOpen(db: Db, sessionId: string): Promise<boolean> {
  const [row] = await openSessionQuery(db).execute({ sessionId });
  return row !== undefined;
}

/** Renews the session and keeps the end of the visit before this one. */
async function touch(db: Db, actor: Actor): Promise<Pick<Actor, "lastAccessAt" | "previousAccessAt">> {
  const newVisit = sql`(${profiles.lastAccessAt} is null or ${profiles.lastAccessAt} < now() - make_interval(secs => ${NEW_VISIT_AFTER_MS / 1000}))`;
  const [visit] = await db
    .update(profiles)
    .set({
      previousAccessAt: sql`case when ${newVisit} then ${profiles.lastAccessAt} else ${profiles.previousAccessAt} end`,
      lastAccessAt: sql`now()`,
    })
    .where(eq(profiles.id, actor.id))
    .returning({ lastAccessAt: profiles.lastAccessAt, previousAccessAt: profiles.previousAccessAt });
  await db.update(sessions).set({ updatedAt: sql`now()` }).where(eq(sessions.id, actor.sessionId));
  return visit ?? { lastAccessAt: actor.lastAccessAt, previousAccessAt: actor.previousAccessAt };
}
