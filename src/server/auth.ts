import { type BetterAuthPlugin, betterAuth } from "better-auth";
import { drizzleAdapter } from "better-auth/adapters/drizzle";
import { createAuthEndpoint } from "better-auth/api";
import { setSessionCookie } from "better-auth/cookies";
import { z } from "zod";
import type { Db } from "#app/db/client.ts";
import { accounts, profiles, sessions, verifications } from "#app/features/account/account.table.ts";
import { USER_AGENT_LIMIT } from "#app/features/account/device.ts";
import { SESSION_ABSOLUTE_SECONDS, sessionCookieName } from "./context.ts";
import type { Env } from "./env.ts";
import type { Log } from "./log.ts";
import { hashPassword, verifyPassword } from "./password.ts";

/** Opens a session for a member who has just proved who he is; only for our own code, there is no address for it. */
const signingIn = {
  id: "signing-in",
  endpoints: {
    openSession: createAuthEndpoint.serverOnly({ method: "POST", body: z.object({ userId: z.uuid() }) }, async (c) => {
      const { internalAdapter } = c.context;
      const user = await internalAdapter.findUserById(c.body.userId);
      if (!user) throw c.error("UNAUTHORIZED");
      await setSessionCookie(c, { user, session: await internalAdapter.createSession(user.id) });
      return c.json({ ok: true });
    }),
  },
} satisfies BetterAuthPlugin;

/**
 * Better Auth does the flows of identity (sign-in, sign-out, sessions); its own HTTP endpoints are not mounted: our routes
 * call `auth.api`, so that limits, origin check, error shape and log are the same as everywhere (docs/decisions/0002).
 */
export function createAuth(env: Env, db: Db, log: Log) {
  const secure = env.PUBLIC_URL?.startsWith("https:") ?? false;
  return betterAuth({
    baseURL: env.PUBLIC_URL ?? `http://localhost:${env.PORT}`,
    secret: env.AUTH_SECRET,
    telemetry: { enabled: false },
    logger: { log: (level, message) => level === "error" && log.error({ auth: message }, "auth") },
    database: drizzleAdapter(db, {
      provider: "pg",
      schema: { user: profiles, session: sessions, account: accounts, verification: verifications },
    }),
    session: { expiresIn: SESSION_ABSOLUTE_SECONDS, disableSessionRefresh: true, cookieCache: { enabled: false } },
    verification: { storeIdentifier: "hashed" },
    rateLimit: { enabled: false },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true, // our own, in one transaction (account.service.ts)
      minPasswordLength: 8,
      maxPasswordLength: 100,
      password: { hash: hashPassword, verify: verifyPassword },
    },
    plugins: [signingIn],
    advanced: {
      useSecureCookies: false,
      database: { generateId: "uuid" },
      defaultCookieAttributes: { httpOnly: true, sameSite: "lax", path: "/", secure },
      cookies: { session_token: { name: sessionCookieName(env.PUBLIC_URL) } },
    },
  });
}

/**
 * The headers of a request as Better Auth may see them. It writes address and browser down with each session, and takes the
 * address from X-Forwarded-For, which anybody can send: there it finds the one that we hold for true.
 */
export function authHeaders(headers: Headers, ip: string): Headers {
  const seen = new Headers(headers);
  seen.set("x-forwarded-for", ip);
  seen.set("user-agent", (headers.get("user-agent") ?? "").slice(0, USER_AGENT_LIMIT));
  return seen;
}

export type Auth = ReturnType<typeof createAuth>;
