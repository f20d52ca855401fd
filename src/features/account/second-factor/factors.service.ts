import { randomBytes } from "node:crypto";
import { and, asc, eq, gt, gte, isNotNull, isNull, sql } from "drizzle-orm";
import { Secret } from "otpauth";
import { renderSVG } from "uqr";
import type { Db } from "#app/db/client.ts";
import { recordAudit } from "#app/features/audit/audit.service.ts";
import { AppError } from "#app/lib/errors.ts";
import { type Ctx, requireActor } from "#app/server/context.ts";
import { seal, unseal } from "#app/server/seal.ts";
import { logSecurity } from "#app/server/security-log.ts";
import { sessions } from "../account.table.ts";
import type { Cookies } from "../session-cookie.ts";
import { renewToken } from "../session-token.service.ts";
import { hashRecoveryCode, stepOfCode, totpOf } from "./check.service.ts";
import type { Factors, NewTotp, RecoveryCodes } from "./factors.answers.ts";
import type { NewPasskeyInput } from "./factors.schema.ts";
import { type FactorKind, factorResets, factors, recoveryCodes, signInSteps, trustedDevices } from "./factors.table.ts";
import { registrationOptions, verifyRegistration } from "./passkeys.service.ts";

const CODES = 10;
/** More than anybody uses; a stolen session must not fill the table. */
const MOST_FACTORS = 10;

export const verifiedFactorsOf = (db: Db, userId: string): Promise<{ kind: FactorKind }[]> =>
  db
    .select({ kind: factors.kind })
    .from(factors)
    .where(and(eq(factors.userId, userId), isNotNull(factors.verifiedAt)));

/** The member's factors, those that wait for their first code included. */
export async function listFactors(ctx: Ctx): Promise<Factors> {
  const actor = requireActor(ctx);
  const [rows, recoveryCodesLeft, devices, [reset]] = await Promise.all([
    ctx.db.select().from(factors).where(eq(factors.userId, actor.id)).orderBy(asc(factors.createdAt)),
    ctx.db.$count(recoveryCodes, eq(recoveryCodes.userId, actor.id)),
    ctx.db.$count(trustedDevices, and(eq(trustedDevices.userId, actor.id), gt(trustedDevices.expiresAt, sql`now()`))),
    ctx.db.select({ dueAt: factorResets.dueAt }).from(factorResets).where(eq(factorResets.userId, actor.id)),
  ]);
  return {
    factors: rows.map(({ id, kind, name, verifiedAt, createdAt, lastUsedAt }) => ({
      id,
      kind,
      name,
      state: verifiedAt ? "verified" : "unverified",
      createdAt: createdAt.toISOString(),
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
    })),
    recoveryCodesLeft,
    trustedDevices: devices,
    required: actor.secondFactorRequired,
    resetDueAt: reset?.dueAt.toISOString() ?? null,
  };
}

/** Begins an authenticator app: it counts once its first code has come. One that was begun before is replaced. */
export async function beginTotp(ctx: Ctx, { name }: { name: string }): Promise<NewTotp> {
  const actor = requireActor(ctx);
  const secret = new Secret({ size: 20 }).base32;
  const id = crypto.randomUUID();
  await ctx.db.transaction(async (tx) => {
    await tx.delete(factors).where(and(eq(factors.userId, actor.id), eq(factors.kind, "totp"), isNull(factors.verifiedAt)));
    await refuseTooMany(tx, actor.id);
    await tx.insert(factors).values({ id, userId: actor.id, kind: "totp", name, secret: seal(ctx.env, id, secret) });
  });
  const uri = totpOf(secret, actor.email).toString();
  return { id, key: secret.replace(/(.{4})(?=.)/g, "$1 "), uri, qr: renderSVG(uri, { border: 2 }) };
}

/**
 * Confirms an authenticator app by its first code.
 * @returns recovery codes, with the first factor
 * @throws AppError not_found, invalid_input on `code`, too_many_tries
 */
export async function confirmTotp(ctx: Ctx, factorId: string, { code }: { code: string }): Promise<Added> {
  const actor = requireActor(ctx);
  await ctx.limits.take("secondFactor", `totp ${actor.id}`);
  const codes = await ctx.db.transaction(async (tx) => {
    const [begun] = await tx
      .select({ secret: factors.secret })
      .from(factors)
      .where(and(eq(factors.id, factorId), eq(factors.userId, actor.id), isNull(factors.verifiedAt)))
      .for("update");
    const secret = begun?.secret && unseal(ctx.env, factorId, begun.secret);
    if (!secret) throw new AppError("not_found");
    const step = stepOfCode(secret, code);
    if (!step) {
      logSecurity(ctx, { event: "failure", of: "new-factor", user: actor.id });
      throw new AppError("invalid_input", { fields: { code: "Código incorreto. Confira a hora do celular e tente o próximo." } });
    }
    await tx.update(factors).set({ verifiedAt: sql`now()`, lastStep: step }).where(eq(factors.id, factorId));
    return added(ctx, tx, "totp");
  });
  await ctx.limits.clear("secondFactor", `totp ${actor.id}`);
  return codes;
}

/** Options for the browser to make a passkey. */
export const passkeyRegistration = (ctx: Ctx) => registrationOptions(ctx, requireActor(ctx));

/**
 * Keeps a passkey that the browser has made.
 * @returns recovery codes, with the first factor
 * @throws AppError invalid_input, conflict when it is known already
 */
export async function addPasskey(ctx: Ctx, input: NewPasskeyInput): Promise<Added> {
  const actor = requireActor(ctx);
  return ctx.db.transaction(async (tx) => {
    await refuseTooMany(tx, actor.id);
    const passkey = await verifyRegistration(ctx, tx, actor.id, input);
    if (!passkey) throw new AppError("invalid_input", { message: "A chave de acesso não foi aceita. Tente de novo." });
    const kept = await tx
      .insert(factors)
      .values({ ...passkey, userId: actor.id, kind: "passkey", name: input.name, verifiedAt: sql`now()` })
      .onConflictDoNothing()
      .returning({ id: factors.id });
    if (kept.length === 0) throw new AppError("conflict");
    return added(ctx, tx, "passkey");
  });
}

async function refuseTooMany(tx: Db, userId: string): Promise<void> {
  if ((await tx.$count(factors, eq(factors.userId, userId))) >= MOST_FACTORS)
    throw new AppError("conflict", { message: `São no máximo ${MOST_FACTORS} itens. Exclua um antes.` });
}

type Added = Cookies & { answer: RecoveryCodes };

/**
 * What follows a new factor: this session has just shown it and goes on with a new token, the owner is told, and with the first one come
 * the codes.
 */
async function added(ctx: Ctx, tx: Db, kind: FactorKind): Promise<Added> {
  const actor = requireActor(ctx);
  await tx.update(sessions).set({ secondProof: kind, provenAt: sql`now()` }).where(eq(sessions.id, actor.sessionId));
  await ctx.notify(tx, "factor-added", { memberId: actor.id }, { factor: kind });
  await recordAudit(tx, { actorId: actor.id, action: "account.factor-add", targetType: "member", targetId: actor.id });
  logSecurity(ctx, { event: "factor", act: "added", kind, user: actor.id });
  const known = await tx.$count(recoveryCodes, eq(recoveryCodes.userId, actor.id));
  const answer = { recoveryCodes: known > 0 ? [] : await makeCodes(ctx, tx, actor.id) };
  return { answer, cookies: [await renewToken(ctx, tx)] };
}

/** Ten new codes; those before count no longer. @throws AppError conflict without a factor */
export async function renewRecoveryCodes(ctx: Ctx): Promise<RecoveryCodes> {
  const actor = requireActor(ctx);
  return ctx.db.transaction(async (tx) => {
    if ((await verifiedFactorsOf(tx, actor.id)).length === 0) throw new AppError("conflict");
    await ctx.notify(tx, "recovery-codes-renewed", { memberId: actor.id }, {});
    await recordAudit(tx, { actorId: actor.id, action: "account.recovery-codes", targetType: "member", targetId: actor.id });
    logSecurity(ctx, { event: "factor", act: "codes-renewed", user: actor.id });
    return { recoveryCodes: await makeCodes(ctx, tx, actor.id) };
  });
}

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

async function makeCodes(ctx: Ctx, tx: Db, userId: string): Promise<string[]> {
  const codes = Array.from({ length: CODES }, () => Array.from(randomBytes(12), (byte) => ALPHABET[byte % 32]).join(""));
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  await tx.insert(recoveryCodes).values(codes.map((code) => ({ userId, codeHash: hashRecoveryCode(ctx.env, userId, code) })));
  return codes.map((code) => code.replace(/(.{4})(?=.)/g, "$1-"));
}

/**
 * Removes a factor; with the last one the codes and the trusted devices go, and the second step is off. This session goes on with a new token.
 * @throws AppError not_found, forbidden for an administrator's last one where it is required
 */
export async function removeFactor(ctx: Ctx, factorId: string): Promise<Cookies> {
  const actor = requireActor(ctx);
  return ctx.db.transaction(async (tx) => {
    const own = await tx
      .select({ id: factors.id, kind: factors.kind, verifiedAt: factors.verifiedAt })
      .from(factors)
      .where(eq(factors.userId, actor.id))
      .for("update");
    const factor = own.find(({ id }) => id === factorId);
    if (!factor) throw new AppError("not_found");
    await tx.delete(factors).where(eq(factors.id, factorId));
    if (!factor.verifiedAt) return { cookies: [] }; // it never counted
    if (!own.some(({ id, verifiedAt }) => id !== factorId && verifiedAt)) {
      if (actor.secondFactorRequired)
        throw new AppError("forbidden", { message: "Administradores precisam de um. Adicione outro antes de excluir este." });
      await forgetSecondFactor(tx, actor.id);
    }
    await ctx.notify(tx, "factor-removed", { memberId: actor.id }, { factor: factor.kind });
    await recordAudit(tx, { actorId: actor.id, action: "account.factor-remove", targetType: "member", targetId: actor.id });
    logSecurity(ctx, { event: "factor", act: "removed", kind: factor.kind, user: actor.id });
    return { cookies: [await renewToken(ctx, tx)] };
  });
}

/** Takes everything away that the second step is made of. */
export async function forgetSecondFactor(tx: Db, userId: string): Promise<void> {
  await tx.delete(factors).where(eq(factors.userId, userId));
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  await tx.delete(trustedDevices).where(eq(trustedDevices.userId, userId));
  await tx.delete(signInSteps).where(eq(signInSteps.userId, userId));
  await tx.delete(factorResets).where(eq(factorResets.userId, userId));
}

/** Takes the factors away that were added from a moment on; with the last one, what belongs to the second step. */
export async function forgetFactorsSince(tx: Db, userId: string, since: Date): Promise<void> {
  await tx.delete(factors).where(and(eq(factors.userId, userId), gte(factors.createdAt, since)));
  if ((await verifiedFactorsOf(tx, userId)).length === 0) await forgetSecondFactor(tx, userId);
}

/** Every browser is asked again. */
export async function forgetTrustedDevices(ctx: Ctx): Promise<void> {
  const { id } = requireActor(ctx);
  await ctx.db.delete(trustedDevices).where(eq(trustedDevices.userId, id));
  logSecurity(ctx, { event: "factor", act: "trust-ended", user: id });
}
