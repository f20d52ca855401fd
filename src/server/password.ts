import { argon2, randomBytes, timingSafeEqual } from "node:crypto";
import { openFairQueue, type Turn } from "./fair-queue.ts";

/** OWASP's first Argon2id setting: 46 MiB, one pass, one lane (ASVS 11.4.2). docs/performance.md has what it costs. */
const COST = { memory: 47_104, passes: 1, parallelism: 1 };
const KEY_BYTES = 32;
const FORM = `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$`;

/** Each hash costs 46 MiB and a thread. A full lane is four seconds of work on two cores. A whole lodge may be one network, which has both while nobody else waits. */
const work = openFairQueue({ concurrency: 2, mostOfGroup: 2, mostWaiting: 120 });

/** How many wait for a hash who are not known. */
export const hashesWaiting = work.waiting;

/** For what the program does itself: commands and demonstration data. */
const OWN: Turn = { lane: "known", group: "own" };

const argon2id = (password: string, salt: Buffer): Promise<Buffer> =>
  new Promise((resolve, reject) =>
    argon2("argon2id", { message: password.normalize("NFKC"), nonce: salt, tagLength: KEY_BYTES, ...COST }, (error, key) =>
      error ? reject(error) : resolve(key),
    ),
  );

/** As Argon2's own encoded form has it: base64 without its padding. */
const encode = (bytes: Buffer) => bytes.toString("base64").replaceAll("=", "");

/** @returns Argon2's encoded form. @throws AppError too_many_tries when too many wait */
export async function hashPassword(password: string, turn: Turn = OWN): Promise<string> {
  const salt = randomBytes(16);
  return `${FORM}${encode(salt)}$${encode(await work.run(turn, () => argon2id(password, salt)))}`;
}

/** A hash of no password, which costs what any costs. */
const NOBODYS = `${FORM}${encode(Buffer.alloc(16))}$${encode(Buffer.alloc(KEY_BYTES))}`;

/**
 * Whether the password is the one that was hashed. Without a hash it is not, after the same time.
 * @throws AppError too_many_tries when too many wait
 */
export async function verifyPassword(
  { hash, password }: { hash: string | undefined; password: string },
  turn: Turn = OWN,
): Promise<boolean> {
  const stored = hash ?? NOBODYS;
  const [salt, key] = stored
    .split("$")
    .slice(-2)
    .map((text) => Buffer.from(text, "base64"));
  if (!stored.startsWith(FORM) || !salt || key?.length !== KEY_BYTES) return false;
  return timingSafeEqual(await work.run(turn, () => argon2id(password, salt)), key);
}
