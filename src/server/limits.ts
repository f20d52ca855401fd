import { createHash } from "node:crypto";
import type pg from "pg";
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterPostgres } from "rate-limiter-flexible";
import { AppError } from "#app/lib/errors.ts";

/** Tries allowed in a span of seconds. `memory` ones are counted per process and cost no query; the others across all nodes. */
const LIMITS = {
  loginPerIp: { points: 10, seconds: 5 * 60 },
  loginPerEmail: { points: 25, seconds: 60 * 60 },
  /** What is left to an address beyond `loginPerEmail`: slow, but never a lock that its owner cannot pass. */
  loginSlowLane: { points: 1, seconds: 20 },
  recoveryPerIp: { points: 20, seconds: 30 * 60 },
  recoveryPerEmail: { points: 5, seconds: 30 * 60 },
  signUp: { points: 10, seconds: 60 * 60 },
  passwordCheck: { points: 10, seconds: 10 * 60 },
  /** Codes of a second factor, per member and kind: of a million one is right. */
  secondFactor: { points: 10, seconds: 15 * 60 },
  publicForm: { points: 5, seconds: 60 * 60 },
  /** Letters that strangers can cause to one address, from however many networks. */
  letterPerEmail: { points: 5, seconds: 60 * 60 },
  upload: { points: 30, seconds: 30 * 60 },
  message: { points: 60, seconds: 60 },
  /** Each writes a letter to a mentor, and so does taking it back. */
  mentoringRequest: { points: 10, seconds: 60 * 60 },
  answer: { points: 60, seconds: 10 * 60 },
  assessment: { points: 20, seconds: 60 * 60 },
  export: { points: 10, seconds: 60 * 60 },
  request: { points: 600, seconds: 60, memory: true },
} as const satisfies Record<string, { points: number; seconds: number; memory?: true }>;

export type LimitName = keyof typeof LIMITS;

export type Limits = {
  /** Counts one try. @throws AppError too_many_tries with the seconds to wait */
  take: (name: LimitName, subject: string) => Promise<void>;
  /** Counts one try; whether it was within the limit, for callers whose answer must not tell. */
  allows: (name: LimitName, subject: string) => Promise<boolean>;
  /** Whether a try is left, without counting one. */
  peek: (name: LimitName, subject: string) => Promise<boolean>;
  /** Forgets the tries of a subject. */
  clear: (name: LimitName, subject: string) => Promise<void>;
};

/** @param factor multiplies every number of tries (LIMITS_FACTOR) */
export function openLimits(pool: pg.Pool, factor: number): Limits {
  const limiters = new Map<LimitName, RateLimiterAbstract>();
  for (const [name, limit] of Object.entries(LIMITS) as [LimitName, { points: number; seconds: number; memory?: true }][]) {
    const options = { keyPrefix: name, points: Math.max(1, Math.round(limit.points * factor)), duration: limit.seconds };
    const shared = {
      ...options,
      storeClient: pool,
      storeType: "pool",
      tableName: "rate_limits",
      tableCreated: true,
      clearExpiredByTimeout: false,
    };
    limiters.set(name, limit.memory ? new RateLimiterMemory(options) : new RateLimiterPostgres(shared));
  }
  const keyOf = (subject: string) => createHash("sha256").update(subject).digest("base64url");
  /** Counts one try. @returns the seconds to wait when it was one too many, or nothing */
  const consume = async (name: LimitName, subject: string): Promise<number | undefined> => {
    try {
      await limiters.get(name)!.consume(keyOf(subject));
      return undefined;
    } catch (refused) {
      if (refused instanceof Error) throw refused;
      return Math.ceil((refused as { msBeforeNext: number }).msBeforeNext / 1000);
    }
  };
  return {
    take: async (name, subject) => {
      const retryAfterSeconds = await consume(name, subject);
      if (retryAfterSeconds !== undefined) throw new AppError("too_many_tries", { retryAfterSeconds });
    },
    allows: async (name, subject) => (await consume(name, subject)) === undefined,
    peek: async (name, subject) => {
      const state = await limiters.get(name)!.get(keyOf(subject));
      return state === null || state.remainingPoints > 0;
    },
    clear: async (name, subject) => {
      await limiters.get(name)!.delete(keyOf(subject));
    },
  };
}

/** The subject a visitor is counted under: his address, for IPv6 its /64. */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:/i, "");
  if (!plain.includes(":")) return plain;
  const [head = "", tail = ""] = plain.split("::");
  const left = head.split(":").filter(Boolean);
  const right = tail.split(":").filter(Boolean);
  const groups = plain.includes("::") ? [...left, ...Array(8 - left.length - right.length).fill("0"), ...right] : left;
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":")}::/64`;
}
