import { and, eq, gt, sql } from "drizzle-orm";
import type { Db } from "#app/db/client.ts";
import type { Ctx } from "#app/server/context.ts";
import type { Proof } from "../account.table.ts";
import { USER_AGENT_LIMIT } from "../device.ts";
import { hashToken, newToken, tokenCookie, tokenReader } from "../session-cookie.ts";
import { signInSteps, trustedDevices } from "./factors.table.ts";

const STEP_SECONDS = 10 * 60;
const TRUST_SECONDS = 30 * 24 * 3600;

/** A sign-in whose first step is proven. */
export type Step = { id: string; userId: string; proof: Proof };

/** Keeps a first step until the second one. @returns its `Set-Cookie` header */
export async function openStep(ctx: Ctx, tx: Db, { userId, proof }: Omit<Step, "id">): Promise<string> {
  const token = newToken();
  const expiresAt = sql`now() + make_interval(secs => ${STEP_SECONDS})`;
  await tx.insert(signInSteps).values({ userId, proof, tokenHash: hashToken(token), expiresAt });
  return tokenCookie(ctx.env, "step", token, STEP_SECONDS);
}

/** The first step that this browser has proven; undefined when there is none, or it took longer than ten minutes. */
export async function readStep({ db, env, cookies }: Ctx): Promise<Step | undefined> {
  const token = tokenReader(env, "step")(cookies);
  if (!token) return undefined;
  const [step] = await db
    .select({ id: signInSteps.id, userId: signInSteps.userId, proof: signInSteps.proof })
    .from(signInSteps)
    .where(and(eq(signInSteps.tokenHash, hashToken(token)), gt(signInSteps.expiresAt, sql`now()`)));
  return step && { ...step, proof: step.proof as Proof };
}

/** @returns false when it was used, or its password has changed, meanwhile */
export async function closeStep(tx: Db, { id }: Step): Promise<boolean> {
  return (await tx.delete(signInSteps).where(eq(signInSteps.id, id)).returning()).length > 0;
}

/** Remembers this browser for 30 days. @returns its `Set-Cookie` header */
export async function trustDevice(ctx: Ctx, tx: Db, userId: string): Promise<string> {
  const token = newToken();
  await tx.insert(trustedDevices).values({
    userId,
    tokenHash: hashToken(token),
    userAgent: ctx.userAgent.slice(0, USER_AGENT_LIMIT),
    expiresAt: sql`now() + make_interval(secs => ${TRUST_SECONDS})`,
  });
  return tokenCookie(ctx.env, "device", token, TRUST_SECONDS);
}

/** Whether the member has said of this browser that it need not be asked. */
export async function isTrustedDevice({ env, cookies }: Ctx, tx: Db, userId: string): Promise<boolean> {
  const token = tokenReader(env, "device")(cookies);
  if (!token) return false;
  const { tokenHash, expiresAt } = trustedDevices;
  const own = and(eq(tokenHash, hashToken(token)), eq(trustedDevices.userId, userId), gt(expiresAt, sql`now()`));
  return (await tx.$count(trustedDevices, own)) > 0;
}

/** After a change of password: no browser is trusted, and what the old one began ends. */
export async function forgetTrust(tx: Db, userId: string): Promise<void> {
  await tx.delete(trustedDevices).where(eq(trustedDevices.userId, userId));
  await tx.delete(signInSteps).where(eq(signInSteps.userId, userId));
}
