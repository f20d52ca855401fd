import { createHmac, timingSafeEqual } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import { type Db, preparedOnce, QUICK } from "#app/db/client.ts";
import type { Role } from "#app/features/account/account.table.ts";
import { profiles, sessions, userRoles } from "#app/features/account/account.table.ts";
import type { Catalogue } from "#app/features/courses/catalogue.ts";
import type { Degree } from "#app/lib/degrees.ts";
import { AppError } from "#app/lib/errors.ts";
import type { Auth } from "./auth.ts";
import type { Env } from "./env.ts";
import type { FileStorage } from "./files/storage.ts";
import type { Jobs } from "./jobs/jobs.ts";
import type { Limits } from "./limits.ts";
import type { Log } from "./log.ts";
import type { Live } from "./realtime/live.ts";

/** The member behind a request. */
export type Actor = {
  id: string;
  sessionId: string;
  email: string;
  name: string;
  lodge: string | null;
  degree: Degree;
  level: Degree | null;
  role: Role;
  lastAccessAt: Date | null;
  previousAccessAt: Date | null;
};

/** What the process offers to every verb. */
export type Services = {
  env: Env;
  log: Log;
  db: Db;
  jobs: Jobs;
  limits: Limits;
  /** News for the streams that are open in this process. */
  live: Live;
  auth: Auth;
  files: FileStorage;
  /** The published texts; replaced whole when they change. */
  catalogue: () => Catalogue;
};

/** What a verb works with: the services, and who asks from where. */
export type Ctx = Services & {
  actor: Actor | null;
  requestId: string;
  /** Address of the caller, as far as it can be trusted. */
  ip: string;
  /** What Better Auth may read of the request (`authHeaders` in auth.ts); every call of `auth.api` is given these. */
  authHeaders: () => Headers;
};

/** The signed-in member. @throws AppError unauthenticated */
export function requireActor(ctx: Ctx): Actor {
  if (!ctx.actor) throw new AppError("unauthenticated");
  return ctx.actor;
}

/** @throws AppError unauthenticated or forbidden */
export function requireAdmin(ctx: Ctx): Actor {
  const actor = requireActor(ctx);
  if (actor.role !== "admin") throw new AppError("forbidden");
  return actor;
}

/** Sessions end after 30 days, and after 14 days without use. */
export const SESSION_ABSOLUTE_SECONDS = 30 * 24 * 3600;
export const SESSION_IDLE = "14 days";
/** How often a session's use is written down, at most. */
const TOUCH_EVERY_MS = 60_000;
/** A pause after which the next request counts as a new visit. */
const NEW_VISIT_AFTER_MS = 30 * 60_000;

/** `__Host-` needs HTTPS, so plain HTTP on a laptop goes without it. */
export const sessionCookieName = (publicUrl: string | undefined): string =>
  publicUrl?.startsWith("https:") ? "__Host-academia" : "academia";

/** The token in a signed cookie value (`token.signature`, as Better Auth writes it), or undefined when the signature is not ours. */
export function verifiedToken(cookie: string | undefined, secret: string): string | undefined {
  if (!cookie) return undefined;
  let value: string;
  try {
    value = decodeURIComponent(cookie);
  } catch {
    return undefined; // not even an encoded value
  }
  const dot = value.lastIndexOf(".");
  if (dot < 1) return undefined;
  const token = value.slice(0, dot);
  const given = Buffer.from(value.slice(dot + 1), "base64");
  const expected = createHmac("sha256", secret).update(token).digest();
  return given.length === expected.length && timingSafeEqual(given, expected) ? token : undefined;
}

/** SQL: the session in the query's `sessions` row has neither ended nor been left unused for too long. */
const standing = sql`(${sessions.expiresAt} > now() and ${sessions.updatedAt} > now() - ${sql.raw(`interval '${SESSION_IDLE}'`)})`;

/**
 * Resolves members from session tokens with one prepared query, so that role, degree and deletion count on the next request.
 * Better Auth's own `getSession` costs about ten times as much.
 */
export function createActorResolver(db: Db) {
  const query = db
    .select({
      id: profiles.id,
      sessionId: sessions.id,
      email: profiles.email,
      name: profiles.name,
      lodge: profiles.lodge,
      degree: profiles.degree,
      level: profiles.level,
      role: sql<Role>`coalesce(${userRoles.role}, 'user')`,
      lastAccessAt: profiles.lastAccessAt,
      previousAccessAt: profiles.previousAccessAt,
      touchedAt: sessions.updatedAt,
    })
    .from(sessions)
    .innerJoin(profiles, eq(profiles.id, sessions.userId))
    .leftJoin(userRoles, eq(userRoles.userId, profiles.id))
    .where(and(eq(sessions.token, sql.placeholder("token")), standing))
    .prepare(`${QUICK}actor_of_token`);

  return async (token: string): Promise<Actor | null> => {
    const [row] = await query.execute({ token });
    if (!row) return null;
    const { touchedAt, ...actor } = row;
    const now = Date.now();
    const newVisit = now - (actor.lastAccessAt?.getTime() ?? 0) > NEW_VISIT_AFTER_MS;
    if (!newVisit && now - touchedAt.getTime() < TOUCH_EVERY_MS) return actor;
    return { ...actor, ...(await touch(db, actor)) };
  };
}

const openSessionQuery = preparedOnce((db: Db) =>
  db
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.id, sql.placeholder("sessionId")), standing))
    .prepare(`${QUICK}open_session`),
);

/** Whether a session still stands: what a stream that stays open asks before it sends anything. Asking does not renew it. */
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
