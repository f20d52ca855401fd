import { hash } from "node:crypto";
import type pg from "pg";
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterPostgres } from "rate-limiter-flexible";
import { QUICK } from "#app/db/pool.ts";
import { AppError } from "#app/lib/errors.ts";

/** Tries allowed in a span of seconds. `memory` ones are counted per process and cost no query; the others across all nodes. */
const LIMITS = {
  /**
   * Failed logins. Beyond these each further try asks for work (proof-of-work.ts), more at each doubling; nobody is refused. An
   * IPv4 address may be a mobile carrier's, an IPv6 /48 is one customer's.
   */
  loginFailuresPerAccount: { points: 10, seconds: 60 * 60 },
  loginFailuresPerNetwork: { points: 30, seconds: 60 * 60 },
  loginFailuresPer56: { points: 45, seconds: 60 * 60 },
  loginFailuresPer48: { points: 60, seconds: 60 * 60 },
  /** Of a browser that has logged in to the account before; beyond them it is treated as a new one. */
  loginFailuresPerBrowser: { points: 10, seconds: 15 * 60 },
  /** Hashes for one account that has failed too often, from browsers that are new to it and networks that have failed, too; they wait for their turn. */
  loginPace: { points: 2, seconds: 1 },
  /** Each task of proof-of-work.ts counts once. */
  workedTask: { points: 1, seconds: 10 * 60 },
  /** From here on it asks for work. */
  recoveryPerNetwork: { points: 20, seconds: 30 * 60 },
  recoveryPerEmail: { points: 5, seconds: 30 * 60 },
  /** Uses of recovery links that do not exist; from here on each use costs work. */
  unknownLink: { points: 20, seconds: 30 * 60, memory: true },
  /** Sign-ups of one network; from a third of them on they ask for work. */
  signUp: { points: 60, seconds: 60 * 60 },
  signUpPer48: { points: 240, seconds: 60 * 60 },
  passwordCheck: { points: 10, seconds: 10 * 60 },
  /** Codes of a second factor, per member and kind: of a million one is right. */
  secondFactor: { points: 10, seconds: 15 * 60 },
  /** Six digits: the link stays open to who runs out of tries. */
  addressCode: { points: 10, seconds: 24 * 60 * 60 },
  emailChange: { points: 5, seconds: 60 * 60 },
  publicForm: { points: 5, seconds: 60 * 60 },
  /** Letters that strangers can cause to one address, of all kinds, from however many networks (mail/letter-budget.ts). */
  letterPerEmail: { points: 6, seconds: 60 * 60 },
  upload: { points: 30, seconds: 30 * 60 },
  message: { points: 60, seconds: 60 },
  report: { points: 20, seconds: 60 * 60 },
  announcement: { points: 20, seconds: 60 * 60 },
  note: { points: 120, seconds: 10 * 60 },
  /** Beside it, across processes: topics below, a member's first day (three posts), and what reports and moderators do to who writes too much. */
  post: { points: 20, seconds: 60, memory: true },
  feedAddress: { points: 10, seconds: 60 * 60 },
  reaction: { points: 60, seconds: 60 },
  draft: { points: 120, seconds: 60, memory: true },
  preview: { points: 60, seconds: 60, memory: true },
  topic: { points: 10, seconds: 60 * 60 },
  contestation: { points: 10, seconds: 24 * 60 * 60 },
  admission: { points: 5, seconds: 24 * 60 * 60 },
  /** Each writes a letter to a mentor, and so does taking it back. */
  mentoringRequest: { points: 10, seconds: 60 * 60 },
  answer: { points: 60, seconds: 10 * 60 },
  /** Each one is a row; a card that was forgotten comes back at once. */
  review: { points: 300, seconds: 10 * 60, memory: true },
  certificatePdf: { points: 20, seconds: 10 * 60 },
  assessment: { points: 20, seconds: 60 * 60 },
  export: { points: 10, seconds: 60 * 60 },
  /** Of one member, or of one network without a session. */
  search: { points: 240, seconds: 60, memory: true },
  request: { points: 600, seconds: 60, memory: true },
  /** Of one network without a session, which may be a whole lodge, or a mobile carrier's address. */
  visit: { points: 3_000, seconds: 60, memory: true },
  /** Requests that are refused for their origin or for want of a session: beyond these the answer is 429, and costs nothing. */
  refusal: { points: 300, seconds: 60, memory: true },
} as const satisfies Record<string, { points: number; seconds: number; memory?: true }>;

export type LimitName = keyof typeof LIMITS;

export type Limits = {
  /** Counts one try. @throws AppError too_many_tries with the seconds to wait */
  take: (name: LimitName, subject: string) => Promise<void>;
  /** Counts one try; whether it was within the limit, for callers whose answer must not tell. */
  allows: (name: LimitName, subject: string) => Promise<boolean>;
  /** How much of the limit is used up, without counting a try: 1 is all of it. */
  used: (name: LimitName, subject: string) => Promise<number>;
  /** Takes one try back, which turned out not to count. */
  giveBack: (name: LimitName, subject: string) => Promise<void>;
  /** Forgets the tries of a subject. */
  clear: (name: LimitName, subject: string) => Promise<void>;
};

/** @param factor multiplies every number of tries (LIMITS_FACTOR) */
export function openLimits(pool: pg.Pool, factor: number): Limits {
  // their table is unlogged (decision 0026): nothing waits for the disk
  const quick = { query: ({ name, ...statement }: pg.QueryConfig) => pool.query({ ...statement, name: `${QUICK}${name}` }) };
  const limiters = new Map<LimitName, RateLimiterAbstract>();
  for (const [name, limit] of Object.entries(LIMITS) as [LimitName, { points: number; seconds: number; memory?: true }][]) {
    const options = { keyPrefix: name, points: Math.max(1, Math.round(limit.points * factor)), duration: limit.seconds };
    const shared = {
      ...options,
      storeClient: quick,
      storeType: "pool",
      tableName: "rate_limits",
      tableCreated: true,
      clearExpiredByTimeout: false,
    };
    limiters.set(name, limit.memory ? new RateLimiterMemory(options) : new RateLimiterPostgres(shared));
  }
  const keyOf = (subject: string) => hash("sha256", subject, "base64url");
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
      if (retryAfterSeconds !== undefined) throw new AppError("too_many_tries", { retryAfterSeconds, limit: name });
    },
    allows: async (name, subject) => (await consume(name, subject)) === undefined,
    used: async (name, subject) => {
      const limiter = limiters.get(name)!;
      return ((await limiter.get(keyOf(subject)))?.consumedPoints ?? 0) / limiter.points;
    },
    giveBack: async (name, subject) => {
      await limiters.get(name)!.reward(keyOf(subject));
    },
    clear: async (name, subject) => {
      await limiters.get(name)!.delete(keyOf(subject));
    },
  };
}
