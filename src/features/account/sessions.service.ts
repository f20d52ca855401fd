import { and, desc, eq, ne, sql } from "drizzle-orm";
import { AppError } from "#app/lib/errors.ts";
import { type Ctx, requireActor } from "#app/server/context.ts";
import { logSecurity } from "#app/server/security-log.ts";
import type { OpenSessions, SessionsEnded } from "./account.answers.ts";
import { sessions } from "./account.table.ts";
import { isOpen } from "./actor.service.ts";
import { deviceInWords } from "./device.ts";

/** Nobody looks through more; "end the others" ends those that are not listed, too. */
const LISTED = 50;

/** The member's open sessions: this one first, then the latest used. */
export async function listSessions(ctx: Ctx): Promise<OpenSessions> {
  const actor = requireActor(ctx);
  const rows = await ctx.db
    .select({
      id: sessions.id,
      userAgent: sessions.userAgent,
      createdAt: sessions.createdAt,
      updatedAt: sessions.updatedAt,
    })
    .from(sessions)
    .where(and(eq(sessions.userId, actor.id), isOpen))
    .orderBy(desc(sql`${sessions.id} = ${actor.sessionId}`), desc(sessions.updatedAt))
    .limit(LISTED);
  return {
    sessions: rows.map(({ id, userAgent, createdAt, updatedAt }) => ({
      id,
      device: deviceInWords(userAgent),
      signedInAt: createdAt.toISOString(),
      lastUsedAt: updatedAt.toISOString(),
      current: id === actor.sessionId,
    })),
  };
}

/** Ends one session of the member. Somebody else's looks as if it did not exist. @throws AppError not_found */
export async function endSession(ctx: Ctx, sessionId: string): Promise<void> {
  const actor = requireActor(ctx);
  const ended = await ctx.db
    .delete(sessions)
    .where(and(eq(sessions.id, sessionId), eq(sessions.userId, actor.id)))
    .returning({ id: sessions.id });
  if (ended.length === 0) throw new AppError("not_found");
  logSecurity(ctx, { event: "account", act: "sessions-ended", user: actor.id });
}

/** Ends every session of the member but the one that asks. @returns how many */
export async function endOtherSessions(ctx: Ctx): Promise<SessionsEnded> {
  const actor = requireActor(ctx);
  const ended = await ctx.db
    .delete(sessions)
    .where(and(eq(sessions.userId, actor.id), ne(sessions.id, actor.sessionId)))
    .returning({ id: sessions.id });
  logSecurity(ctx, { event: "account", act: "sessions-ended", user: actor.id });
  return { ended: ended.length };
}
