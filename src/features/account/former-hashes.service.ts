import { createHmac } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import type { Db } from "#app/db/client.ts";
import type { Ctx } from "#app/server/context.ts";
import type { Turn } from "#app/server/fair-queue.ts";
import { hashPassword, isFormerHash, NOBODYS_FORMER, verifyPassword } from "#app/server/password.ts";
import { deriveKey } from "#app/server/seal.ts";
import { passwords } from "./account.table.ts";

const COUNT_EVERY_MS = 10 * 60_000;
const shares = new WeakMap<Db, { at: number; share: Promise<number> }>();

/** Which part of all passwords is still hashed in the former way; counted every ten minutes. */
function shareOfFormer(db: Db): Promise<number> {
  let counted = shares.get(db);
  if (!counted || counted.at + COUNT_EVERY_MS < Date.now()) {
    const former = sql<number>`coalesce(avg((${passwords.hash} like 'scrypt$%')::int), 0)::float`;
    const share = db
      .select({ share: former })
      .from(passwords)
      .then(([row]) => row!.share);
    share.catch(() => shares.delete(db));
    counted = { at: Date.now(), share };
    shares.set(db, counted);
  }
  return counted.share;
}

/**
 * What a password is compared with where there is no account. A hash of the former kind takes longer, so that of addresses without an
 * account as many take longer as of those with one: time says nothing (ASVS 6.3.8). The same address always gets the same one.
 */
export async function standInHash({ db, env }: Pick<Ctx, "db" | "env">, email: string): Promise<string | undefined> {
  const place = createHmac("sha256", deriveKey(env, "stand-in hash")).update(email).digest().readUInt32BE() / 2 ** 32;
  return place < (await shareOfFormer(db)) ? NOBODYS_FORMER : undefined;
}

/**
 * Hashes a password that was right in today's way, if its hash is of the former kind.
 * @returns the hash that is stored now
 */
export async function renewHash(
  { db }: Pick<Ctx, "db">,
  { userId, hash, password }: { userId: string; hash: string; password: string },
  turn: Turn,
): Promise<string> {
  if (!isFormerHash(hash)) return hash;
  const renewed = await hashPassword(password, turn);
  const written = await db
    .update(passwords)
    .set({ hash: renewed })
    .where(and(eq(passwords.userId, userId), eq(passwords.hash, hash)))
    .returning({ userId: passwords.userId });
  return written.length > 0 ? renewed : rereadHash(db, { userId, hash, password }, turn);
}

/** Another login of the same member may have renewed the hash meanwhile; a password that was changed is not taken for that. */
async function rereadHash(db: Db, before: { userId: string; hash: string; password: string }, turn: Turn): Promise<string> {
  const [row] = await db.select({ hash: passwords.hash }).from(passwords).where(eq(passwords.userId, before.userId));
  const same = row && (await verifyPassword({ hash: row.hash, password: before.password }, turn));
  return same ? row.hash : before.hash;
}
