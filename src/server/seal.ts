import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, timingSafeEqual } from "node:crypto";
import type { Env } from "./env.ts";

type Secret = Pick<Env, "AUTH_SECRET">;

/** Derived keys, by secret and purpose: there are as many as purposes. */
const keys = new Map<string, Buffer>();

/** 32 bytes for one purpose alone, so that what leaks of one says nothing of another. */
export function deriveKey({ AUTH_SECRET }: Secret, purpose: string): Buffer {
  const name = `${AUTH_SECRET} ${purpose}`;
  const known = keys.get(name);
  if (known) return known;
  const key = Buffer.from(hkdfSync("sha256", AUTH_SECRET, "", `academia ${purpose}`, 32));
  keys.set(name, key);
  return key;
}

const proofOf = (env: Secret, purpose: string, text: string): Buffer =>
  createHmac("sha256", deriveKey(env, purpose)).update(text).digest();

/** A text with the proof that it was signed here: "text.proof", base64url. Nothing of it is stored. @param purpose what it is good for, and for nothing else */
export const signText = (env: Secret, purpose: string, text: string): string =>
  `${text}.${proofOf(env, purpose, text).toString("base64url")}`;

/** The text that was signed for this purpose; undefined where it was not, or was changed. */
export function readSigned(env: Secret, purpose: string, signed: string): string | undefined {
  const end = signed.lastIndexOf(".");
  const text = signed.slice(0, Math.max(end, 0));
  const given = Buffer.from(signed.slice(end + 1), "base64url");
  const expected = proofOf(env, purpose, text);
  return given.length === expected.length && timingSafeEqual(given, expected) ? text : undefined;
}

const SEAL = "seal";

/**
 * Encrypts a text that is kept in the database (AES-256-GCM under a key derived from AUTH_SECRET).
 * @param context names the row it belongs to: elsewhere it does not open
 * @returns nonce, tag and text, base64url
 */
export function seal(env: Secret, context: string, text: string): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", deriveKey(env, SEAL), nonce).setAAD(Buffer.from(context));
  const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString("base64url");
}

/** Opens what `seal` made; undefined when it was changed, belongs to another row, or AUTH_SECRET is another one. */
export function unseal(env: Secret, context: string, sealed: string): string | undefined {
  const bytes = Buffer.from(sealed, "base64url");
  const decipher = createDecipheriv("aes-256-gcm", deriveKey(env, SEAL), bytes.subarray(0, 12), { authTagLength: 16 })
    .setAAD(Buffer.from(context))
    .setAuthTag(bytes.subarray(12, 28));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString("utf8");
  } catch {
    return undefined;
  }
}
