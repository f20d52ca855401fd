import { createHmac } from "node:crypto";
import { and, eq, isNotNull, lt, or, sql } from "drizzle-orm";
import { Secret, TOTP } from "otpauth";
import type { Db } from "#app/db/client.ts";
import { AppError } from "#app/lib/errors.ts";
import type { Ctx } from "#app/server/context.ts";
import type { Env } from "#app/server/env.ts";
import { deriveKey, unseal } from "#app/server/seal.ts";
import { logSecurity } from "#app/server/security-log.ts";
import type { SecondProof } from "../account.table.ts";
import type { SecondFactor } from "./factors.schema.ts";
import { factors, recoveryCodes } from "./factors.table.ts";
import { type Purpose, verifyAssertion } from "./passkeys.service.ts";

const STEP_SECONDS = 30;

/** The generator of a TOTP secret, as every authenticator app reads it (RFC 6238: SHA-1, six digits, 30 s). */
export const totpOf = (secret: string, label = ""): TOTP =>
  new TOTP({ issuer: "Academia", label, algorithm: "SHA1", digits: 6, period: STEP_SECONDS, secret: Secret.fromBase32(secret) });

/** What is kept of a recovery code. */
export const hashRecoveryCode = (env: Env, userId: string, code: string): string =>
  createHmac("sha256", deriveKey(env, "recovery code")).update(`${userId} ${code}`).digest("base64url");

/** The 30-second step a code belongs to: this one, or one before or after for clocks that differ; undefined when it is wrong. */
export function stepOfCode(secret: string, code: string): number | undefined {
  const now = Date.now();
  const delta = totpOf(secret).validate({ token: code, timestamp: now, window: 1 });
  return delta === null ? undefined : Math.floor(now / 1000 / STEP_SECONDS) + delta;
}

/**
 * Checks a second factor, spends it, and does what it was asked for, in one transaction: a code counts once. Tries are limited per
 * member; a passkey cannot be guessed and is never locked.
 * @param purpose what a passkey's challenge was made for
 * @throws AppError invalid_input on `code`, invalid_credentials (passkey), too_many_tries
 */
export async function withSecondFactor<Result>(
  ctx: Ctx,
  userId: string,
  purpose: Purpose,
  answer: SecondFactor,
  act: (tx: Db, secondProof: SecondProof) => Promise<Result>,
): Promise<Result> {
  const { method } = answer;
  const subject = `${method} ${userId}`;
  if (method !== "passkey") await ctx.limits.take("secondFactor", subject);
  const result = await ctx.db.transaction(async (tx) => {
    if (!(await holds(ctx, tx, userId, purpose, answer))) {
      logSecurity(ctx, { event: "failure", of: method, user: userId });
      throw REFUSALS[method]();
    }
    return act(tx, method);
  });
  if (method !== "passkey") await ctx.limits.clear("secondFactor", subject);
  return result;
}

const REFUSALS: Record<SecondFactor["method"], () => AppError> = {
  passkey: () => new AppError("invalid_credentials", { message: "A chave de acesso não foi aceita. Tente de novo." }),
  totp: () => wrongCode("Código incorreto ou já usado. Espere o próximo e confira a hora do celular."),
  "recovery-code": () => wrongCode("Código incorreto ou já usado. Confira e tente outro da lista."),
};

const wrongCode = (message: string) => new AppError("invalid_input", { fields: { code: message } });

async function holds(ctx: Ctx, tx: Db, userId: string, purpose: Purpose, answer: SecondFactor): Promise<boolean> {
  switch (answer.method) {
    case "totp":
      return spendTotp(ctx.env, tx, userId, answer.code);
    case "recovery-code":
      return spendRecoveryCode(ctx, tx, userId, answer.code);
    case "passkey":
      return (await verifyAssertion(ctx, tx, purpose, answer.response, userId)) !== undefined;
  }
}

async function spendTotp(env: Env, tx: Db, userId: string, code: string): Promise<boolean> {
  const own = and(eq(factors.userId, userId), eq(factors.kind, "totp"), isNotNull(factors.verifiedAt));
  for (const { id, secret } of await tx.select({ id: factors.id, secret: factors.secret }).from(factors).where(own)) {
    const opened = unseal(env, id, secret!);
    const step = opened && stepOfCode(opened, code);
    if (!step) continue;
    const spent = await tx
      .update(factors)
      .set({ lastStep: step, lastUsedAt: sql`now()` })
      .where(and(eq(factors.id, id), or(sql`${factors.lastStep} is null`, lt(factors.lastStep, step))))
      .returning({ id: factors.id });
    if (spent.length > 0) return true;
  }
  return false;
}

async function spendRecoveryCode(ctx: Ctx, tx: Db, userId: string, code: string): Promise<boolean> {
  const spent = await tx
    .delete(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, userId), eq(recoveryCodes.codeHash, hashRecoveryCode(ctx.env, userId, code))))
    .returning({ id: recoveryCodes.id });
  if (spent.length === 0) return false;
  const left = await tx.$count(recoveryCodes, eq(recoveryCodes.userId, userId));
  await ctx.notify(tx, "recovery-code-used", { memberId: userId }, { left });
  return true;
}
