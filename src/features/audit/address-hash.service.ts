import { createHmac } from "node:crypto";
import type { Env } from "#app/server/env.ts";
import { deriveKey } from "#app/server/seal.ts";

/**
 * What the log keeps of a deleted member's address: whoever knows the address finds their lines, and nobody reads it from them. HMAC-SHA256 under a
 * key derived from AUTH_SECRET, base64url; another AUTH_SECRET finds no former member.
 */
export const hashAddress = (env: Pick<Env, "AUTH_SECRET">, email: string): string =>
  createHmac("sha256", deriveKey(env, "audit address")).update(email.trim().toLowerCase()).digest("base64url");
