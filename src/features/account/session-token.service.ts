import { eq, sql } from "drizzle-orm";
import type { Db } from "#app/db/client.ts";
import { AppError } from "#app/lib/errors.ts";
import { type Ctx, requireActor } from "#app/server/context.ts";
import { sessions } from "./account.table.ts";
import { SESSION_SECONDS } from "./actor.service.ts";
import { hashToken, newToken, tokenCookie } from "./session-cookie.ts";

/**
 * Gives this session a new token, after what its owner's safety depends on has changed: a copy of the old cookie no longer works (ASVS 7.2.4).
 * @param lasting whether it lasts as long as any session from now on, also where it was opened before the address was confirmed
 * @returns its `Set-Cookie` header
 * @throws AppError unauthenticated when it was ended meanwhile
 */
export async function renewToken(ctx: Ctx, tx: Db, { lasting = false } = {}): Promise<string> {
  const token = newToken();
  const [session] = await tx
    .update(sessions)
    .set({ tokenHash: hashToken(token), ...(lasting && { expiresAt: sql`now() + make_interval(secs => ${SESSION_SECONDS})` }) })
    .where(eq(sessions.id, requireActor(ctx).sessionId))
    .returning({ secondsLeft: sql<number>`ceil(extract(epoch from ${sessions.expiresAt} - now()))::int` });
  if (!session) throw new AppError("unauthenticated");
  return tokenCookie(ctx.env, "session", token, session.secondsLeft);
}
