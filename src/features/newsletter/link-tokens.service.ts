import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { type Env, publicAddress } from "#app/server/env.ts";

/** A new secret for a confirmation link. Only its hash is stored. */
export const newConfirmationToken = (): string => randomBytes(32).toString("base64url");

/** What is stored of a confirmation token. It has 256 random bits, so a plain hash is enough. */
export const hashOfToken = (token: string): string => createHash("sha256").update(token).digest("base64url");

/**
 * The token of a subscriber's "leave" link: their id and its signature. Nothing of it is stored and it never runs out, as a letter
 * may be opened years later; a change of AUTH_SECRET ends the older ones. The address itself stays out of the link.
 */
export function unsubscribeToken(secret: string, subscriberId: string): string {
  const id = Buffer.from(subscriberId.replaceAll("-", ""), "hex");
  return `${id.toString("base64url")}.${signatureOf(secret, id).toString("base64url")}`;
}

/** The subscriber whose token this is, or undefined when it was not signed by us. */
export function subscriberOfToken(secret: string, token: string): string | undefined {
  const [idPart = "", signaturePart = "", ...rest] = token.split(".");
  const id = Buffer.from(idPart, "base64url");
  const given = Buffer.from(signaturePart, "base64url");
  const expected = signatureOf(secret, id);
  if (rest.length > 0 || id.length !== 16 || given.length !== expected.length || !timingSafeEqual(given, expected))
    return undefined;
  return id.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

/** The key is the secret's own for this purpose: what it signs is good for nothing else. */
function signatureOf(secret: string, id: Buffer): Buffer {
  const key = createHmac("sha256", secret).update("newsletter-unsubscribe").digest();
  return createHmac("sha256", key).update(id).digest();
}

/** The page where a subscriber leaves with one press. */
export const leavePath = (token: string): string => `/boletim/sair#token=${token}`;

type WithEnv = { env: Env };

/** The same as a whole address. */
export const leaveUrl = ({ env }: WithEnv, subscriberId: string): string =>
  `${publicAddress(env)}${leavePath(unsubscribeToken(env.AUTH_SECRET, subscriberId))}`;

/** What mail programs call when the reader of an issue presses their own "leave" button (RFC 8058). */
export const oneClickUrl = ({ env }: WithEnv, subscriberId: string): string =>
  `${publicAddress(env)}/api/newsletter/one-click?token=${unsubscribeToken(env.AUTH_SECRET, subscriberId)}`;
