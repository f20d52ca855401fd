import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import {
  type AuthenticationResponseJSON,
  type AuthenticatorTransport,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from "@simplewebauthn/server";
import { and, eq, isNotNull, sql } from "drizzle-orm";
import type { Db } from "#app/db/client.ts";
import type { Actor, Ctx } from "#app/server/context.ts";
import type { Env } from "#app/server/env.ts";
import { deriveKey } from "#app/server/seal.ts";
import type { Assertion, NewPasskeyInput } from "./factors.schema.ts";
import { factors, spentChallenges } from "./factors.table.ts";

/** What a challenge was made for. Its answer counts for nothing else. */
export type Purpose = "sign-in" | `second-step ${string}` | `register ${string}` | `proof ${string}`;

const LIFETIME_MS = 5 * 60_000;
const NONCE_BYTES = 16;
const TIME_BYTES = 8;

/**
 * A challenge that says by itself until when it is good and what for, so that visitors who ask for one leave nothing in the database.
 * That it is answered once is kept when it has been (`spend`).
 */
function newChallenge(env: Env, purpose: Purpose): Uint8Array<ArrayBuffer> {
  const head = Buffer.alloc(NONCE_BYTES + TIME_BYTES);
  randomBytes(NONCE_BYTES).copy(head);
  head.writeBigUInt64BE(BigInt(Date.now() + LIFETIME_MS), NONCE_BYTES);
  return Uint8Array.from(Buffer.concat([head, tagOf(env, purpose, head)]));
}

const tagOf = (env: Env, purpose: Purpose, head: Buffer): Buffer =>
  createHmac("sha256", deriveKey(env, "webauthn challenge")).update(`${purpose}\n`).update(head).digest();

function isChallenge(env: Env, purpose: Purpose, challenge: string): boolean {
  const bytes = Buffer.from(challenge, "base64url");
  const head = bytes.subarray(0, NONCE_BYTES + TIME_BYTES);
  const expected = tagOf(env, purpose, head);
  const given = bytes.subarray(head.length);
  return (
    given.length === expected.length && timingSafeEqual(given, expected) && head.readBigUInt64BE(NONCE_BYTES) > BigInt(Date.now())
  );
}

/** @returns false when the challenge had been answered before */
async function spend(tx: Db, challenge: string): Promise<boolean> {
  const spent = await tx
    .insert(spentChallenges)
    .values({ challenge, expiresAt: new Date(Date.now() + LIFETIME_MS) })
    .onConflictDoNothing()
    .returning();
  return spent.length > 0;
}

/** EdDSA, ES256, RS256: what every authenticator of today speaks. */
const supportedAlgorithmIDs = [-8, -7, -257];

const rpId = ({ origin }: Pick<Ctx, "origin">): string => new URL(origin).hostname;

const passkeysOf = (db: Db, userId: string) =>
  db
    .select({ id: factors.credentialId, transports: factors.transports })
    .from(factors)
    .where(and(eq(factors.userId, userId), eq(factors.kind, "passkey")));

const described = (rows: Awaited<ReturnType<typeof passkeysOf>>) =>
  rows.map(({ id, transports }) => ({ id: id!, transports: (transports ?? []) as AuthenticatorTransport[] }));

/** Options for the browser to make a passkey. */
export async function registrationOptions(ctx: Ctx, actor: Actor) {
  return generateRegistrationOptions({
    rpName: "Academia do Rito de York",
    rpID: rpId(ctx),
    userName: actor.email,
    userDisplayName: actor.name,
    userID: Uint8Array.from(Buffer.from(actor.id)),
    challenge: newChallenge(ctx.env, `register ${actor.id}`),
    excludeCredentials: described(await passkeysOf(ctx.db, actor.id)),
    supportedAlgorithmIDs,
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
}

/** Options for the browser to use a passkey. @param userId whose passkeys; without it the browser offers all it knows for this site */
export async function authenticationOptions(ctx: Ctx, purpose: Purpose, userId?: string) {
  return generateAuthenticationOptions({
    rpID: rpId(ctx),
    challenge: newChallenge(ctx.env, purpose),
    allowCredentials: userId ? described(await passkeysOf(ctx.db, userId)) : [],
    userVerification: "required",
  });
}

export type NewPasskey = Required<Pick<typeof factors.$inferInsert, "credentialId" | "publicKey" | "signCount" | "transports">>;

/** @returns what is kept of a new passkey; undefined when its answer does not hold */
export async function verifyRegistration(
  ctx: Ctx,
  tx: Db,
  userId: string,
  { response }: NewPasskeyInput,
): Promise<NewPasskey | undefined> {
  let challenge = "";
  const result = await verifyRegistrationResponse({
    response: response as RegistrationResponseJSON,
    expectedChallenge: (given) => {
      challenge = given;
      return isChallenge(ctx.env, `register ${userId}`, given);
    },
    expectedOrigin: ctx.origin,
    expectedRPID: rpId(ctx),
    requireUserVerification: true,
    supportedAlgorithmIDs,
  }).catch(() => undefined);
  if (!result?.verified || !(await spend(tx, challenge))) return undefined;
  const { credential } = result.registrationInfo;
  return {
    credentialId: credential.id,
    publicKey: Buffer.from(credential.publicKey).toString("base64url"),
    signCount: credential.counter,
    transports: credential.transports ?? [],
  };
}

/**
 * Checks what a passkey answered, and writes its use down.
 * @param userId whose passkey it must be, if that is known
 * @returns its owner, or undefined when the answer does not hold
 */
export async function verifyAssertion(
  ctx: Ctx,
  tx: Db,
  purpose: Purpose,
  response: Assertion,
  userId?: string,
): Promise<string | undefined> {
  const [factor] = await tx
    .select()
    .from(factors)
    .where(
      and(eq(factors.credentialId, response.id), isNotNull(factors.verifiedAt), userId ? eq(factors.userId, userId) : undefined),
    )
    .for("update");
  if (!factor?.publicKey) return undefined;
  let challenge = "";
  const result = await verifyAuthenticationResponse({
    response: response as AuthenticationResponseJSON,
    expectedChallenge: (given) => {
      challenge = given;
      return isChallenge(ctx.env, purpose, given);
    },
    expectedOrigin: ctx.origin,
    expectedRPID: rpId(ctx),
    requireUserVerification: true,
    credential: {
      id: factor.credentialId!,
      publicKey: Uint8Array.from(Buffer.from(factor.publicKey, "base64url")),
      counter: factor.signCount ?? 0,
    },
  }).catch(() => undefined);
  if (!result?.verified || !(await spend(tx, challenge))) return undefined;
  await tx
    .update(factors)
    .set({ signCount: result.authenticationInfo.newCounter, lastUsedAt: sql`now()` })
    .where(eq(factors.id, factor.id));
  return factor.userId;
}
