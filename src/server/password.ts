import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import { openBoundedQueue } from "./bounded-queue.ts";

/** OWASP's scrypt setting: 32 MiB and three passes a hash (ASVS 11.4.2). */
const COST = { N: 2 ** 15, r: 8, p: 3, maxmem: 64 * 1024 * 1024 };
const KEY_BYTES = 32;
/** Each hash costs 32 MiB and a thread. */
const whenFree = openBoundedQueue({ concurrency: 2, mostWaiting: 60 });

const derive = (password: string, salt: Buffer): Promise<Buffer> =>
  whenFree(
    () =>
      new Promise((resolve, reject) =>
        scrypt(password.normalize("NFKC"), salt, KEY_BYTES, COST, (error, key) => (error ? reject(error) : resolve(key))),
      ),
  );

/** @returns `scrypt$<salt>$<key>`, both base64url. @throws AppError too_many_tries */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  return `scrypt$${salt.toString("base64url")}$${(await derive(password, salt)).toString("base64url")}`;
}

/** A hash of no password. */
const NOBODYS = `scrypt$${Buffer.alloc(16).toString("base64url")}$${Buffer.alloc(KEY_BYTES).toString("base64url")}`;

/** Whether the password is the one that was hashed. Without a hash it is not, after the same time. @throws AppError too_many_tries */
export async function verifyPassword({ hash, password }: { hash: string | undefined; password: string }): Promise<boolean> {
  const [scheme, salt, key] = (hash ?? NOBODYS).split("$");
  if (scheme !== "scrypt" || !salt || !key) return false;
  return timingSafeEqual(await derive(password, Buffer.from(salt, "base64url")), Buffer.from(key, "base64url"));
}
