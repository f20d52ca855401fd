import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import { AppError } from "../lib/errors.ts";

/** OWASP's scrypt setting: 32 MiB and three passes a hash (ASVS 11.4.2). Better Auth's own default is below it. */
const COST = { N: 2 ** 15, r: 8, p: 3, maxmem: 64 * 1024 * 1024 };
const KEY_BYTES = 32;
/** Hashes under way at once (each costs 32 MiB and a thread) and hashes that may wait; beyond that callers are told to come back. */
const AT_ONCE = 2;
const MAY_WAIT = 60;

let running = 0;
const waiting: (() => void)[] = [];

async function derive(password: string, salt: Buffer): Promise<Buffer> {
  if (running >= AT_ONCE) {
    if (waiting.length >= MAY_WAIT) throw new AppError("too_many_tries");
    await new Promise<void>((go) => waiting.push(go));
  } else running += 1;
  try {
    return await new Promise<Buffer>((resolve, reject) =>
      scrypt(password.normalize("NFKC"), salt, KEY_BYTES, COST, (error, key) => (error ? reject(error) : resolve(key))),
    );
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

/** @returns `scrypt$<salt>$<key>`, both base64url */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  return `scrypt$${salt.toString("base64url")}$${(await derive(password, salt)).toString("base64url")}`;
}

export async function verifyPassword({ hash, password }: { hash: string; password: string }): Promise<boolean> {
  const [scheme, salt, key] = hash.split("$");
  if (scheme !== "scrypt" || !salt || !key) return false;
  return timingSafeEqual(await derive(password, Buffer.from(salt, "base64url")), Buffer.from(key, "base64url"));
}
