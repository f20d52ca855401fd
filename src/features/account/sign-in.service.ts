import { and, eq, sql } from "drizzle-orm";
import type { Db } from "#app/db/client.ts";
import { AppError } from "#app/lib/errors.ts";
import type { Ctx, Services } from "#app/server/context.ts";
import type { SignInAnswer } from "./account.answers.ts";
import { type Proof, passwords, sessions } from "./account.table.ts";
import { SESSION_SECONDS } from "./actor.service.ts";
import { USER_AGENT_LIMIT } from "./device.ts";
import { hashToken, newToken, sessionCookie } from "./session-cookie.ts";

/** `Set-Cookie` headers that a verb wants on its answer. */
export type Cookies = { cookies: string[] };

export type SignInResult = Cookies & { answer: SignInAnswer };

/** Who has just shown who he is, and how. `hash` is that of the password he gave, or has just chosen. */
export type Proven = { userId: string; proof: Proof; hash: string };

/**
 * The one exit of every way in (password, recovery link, sign-up): says what comes next, and opens a session where nothing else does.
 * The session that the browser came with, whose cookie the new one replaces, ends (ASVS 7.2.4).
 * @throws AppError invalid_credentials when the password was changed meanwhile: that change ended every session, this one too
 */
export async function finishSignIn(ctx: Ctx, { userId, proof, hash }: Proven): Promise<SignInResult> {
  const cookie = await ctx.db.transaction(async (tx) => {
    const unchanged = await tx
      .select({ userId: passwords.userId })
      .from(passwords)
      .where(and(eq(passwords.userId, userId), eq(passwords.hash, hash)))
      .for("share"); // whoever changes the password waits, and finds the session
    if (unchanged.length === 0) throw new AppError("invalid_credentials");
    if (ctx.actor) await tx.delete(sessions).where(eq(sessions.id, ctx.actor.sessionId));
    return openSession(tx, ctx, { userId, proof });
  });
  return { answer: { next: "signed-in" }, cookies: [cookie] };
}

type Request = Pick<Services, "env"> & Pick<Ctx, "ip" | "userAgent">;

/** Opens a session. @returns its `Set-Cookie` header */
export async function openSession(tx: Db, request: Request, { userId, proof }: Omit<Proven, "hash">): Promise<string> {
  const token = newToken();
  await tx.insert(sessions).values({
    userId,
    proof,
    tokenHash: hashToken(token),
    ipAddress: request.ip,
    userAgent: request.userAgent.slice(0, USER_AGENT_LIMIT),
    expiresAt: sql`now() + make_interval(secs => ${SESSION_SECONDS})`,
  });
  return sessionCookie(request.env, token, SESSION_SECONDS);
}

/** Ends the session on the server, and takes its cookie away. */
export async function signOut({ db, env, actor }: Ctx): Promise<Cookies> {
  if (actor) await db.delete(sessions).where(eq(sessions.id, actor.sessionId));
  return { cookies: [sessionCookie(env, "", 0)] };
}
