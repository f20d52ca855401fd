import { setTimeout as sleep } from "node:timers/promises";
import { AppError } from "#app/lib/errors.ts";
import type { Ctx } from "#app/server/context.ts";
import type { Turn } from "#app/server/fair-queue.ts";
import type { LimitName } from "#app/server/limits.ts";
import { networksOf } from "#app/server/network.ts";
import { hashesWaiting } from "#app/server/password.ts";
import { askForWork, bitsFor, broughtWork, MOST_BITS_FOR_OTHERS, requireWork } from "#app/server/proof-of-work.ts";
import { browserToken } from "./known-browsers.service.ts";

/** So many hashes are most of a second; when more wait, those who are not known are asked for work first. */
const BUSY = 20;
/** How long a try waits for its account's pace. */
const LONGEST_WAIT_MS = 8_000;

const PER_NETWORK = ["loginFailuresPerNetwork", "loginFailuresPer56", "loginFailuresPer48"] as const;

/** Where a visitor's costly work waits: with that of their whole network, the widest there is. */
export const turnOf = ({ ip }: Pick<Ctx, "ip">, lane: Turn["lane"] = "others"): Turn => ({ lane, group: networksOf(ip).at(-1)! });

/** Tries without work that are under way: many that come at once would all find that nobody waits for a hash. */
let unpaid = 0;

/** The work that is asked of a visitor while many wait for a hash, or are on their way to one. */
export const bitsWhenBusy = (): number => bitsFor(Math.max(unpaid, hashesWaiting()) / BUSY, MOST_BITS_FOR_OTHERS);

/** What is tried: it is looked up only when there is time for it. */
export type Try<Result> = {
  /** The browser's number, if its owner has signed in to the account with it before (known-browsers.service.ts). */
  browser: string | undefined;
  /** What a right password gives; undefined is a wrong one. Its hash waits for the given turn. */
  verify: (turn: Turn) => Promise<Result | undefined>;
};

/**
 * Tries a password, and counts the try as failed until it succeeds (decision 0017). A browser that has logged in to the account before has its
 * own count and its own lane. Any other one pays with work while many wait, or once its network or the account has failed too often; who has
 * paid for the first try of their network goes before those who have not (decision 0026). Nobody is locked out.
 * @throws AppError work_required, too_many_tries when too many wait
 */
export async function tryPassword<Result>(
  ctx: Ctx,
  email: string,
  find: () => Promise<Try<Result>>,
): Promise<Result | undefined> {
  const purpose = `login ${email}`;
  // Who brings neither is asked before a statement is spent on them, so that a flood of tries costs next to nothing.
  const waits = !browserToken(ctx) && !broughtWork(ctx, purpose);
  const run = async (alreadyLetIn: boolean) => {
    const { browser, verify } = await find();
    if (browser && (await ctx.limits.allows("loginFailuresPerBrowser", browser)))
      return giveBackIfRight(ctx, [["loginFailuresPerBrowser", browser]], () => verify({ lane: "known", group: browser }));
    const { paid, ...counted } = await payForTry(ctx, email, purpose);
    const tryIt = () => countTry(ctx, counted, verify);
    return paid || alreadyLetIn ? tryIt() : whileFewWait(ctx, purpose, tryIt);
  };
  return waits ? whileFewWait(ctx, purpose, () => run(true)) : run(false);
}

/** Lets a try without work go on while few others do. @throws AppError work_required */
async function whileFewWait<Result>(ctx: Ctx, purpose: string, run: () => Promise<Result>): Promise<Result> {
  const bits = bitsWhenBusy();
  if (bits > 0) askForWork(ctx, purpose, bits);
  unpaid += 1;
  try {
    return await run();
  } finally {
    unpaid -= 1;
  }
}

type Counters = readonly (readonly [LimitName, subject: string])[];

/** @returns whether the try is paid for, where its hash waits, and what it counts for */
async function payForTry(ctx: Ctx, email: string, purpose: string): Promise<{ paid: boolean; turn: Turn; counters: Counters }> {
  const networks = networksOf(ctx.ip).map((network, width) => [PER_NETWORK[width]!, network] as const);
  const account = ["loginFailuresPerAccount", email] as const;
  const [ofNetworks, ofAccount] = await Promise.all([mostUsed(ctx, networks), mostUsed(ctx, [account])]);
  const paid = await requireWork(ctx, purpose, Math.max(bitsFor(ofNetworks), bitsFor(ofAccount, MOST_BITS_FOR_OTHERS)));
  const first = paid && ofNetworks === 0;
  if (ofAccount >= 1 && !first) await waitForPace(ctx, email);
  return { paid, turn: turnOf(ctx, first ? "first" : "others"), counters: [account, ...networks] };
}

/** Counted before the password is looked at, so that many tries at once do not pass for one. */
async function countTry<Result>(
  ctx: Ctx,
  { turn, counters }: { turn: Turn; counters: Counters },
  verify: Try<Result>["verify"],
): Promise<Result | undefined> {
  await Promise.all(counters.map((counter) => ctx.limits.allows(...counter)));
  return giveBackIfRight(ctx, counters, () => verify(turn));
}

/** Takes the counts back unless the password was wrong: a right one does not count, nor one that nobody had time to look at. */
async function giveBackIfRight<Result>(
  { limits }: Ctx,
  counters: Counters,
  verify: () => Promise<Result | undefined>,
): Promise<Result | undefined> {
  let wrong = false;
  try {
    const result = await verify();
    wrong = result === undefined;
    return result;
  } finally {
    if (!wrong) await Promise.all(counters.map((counter) => limits.giveBack(...counter)));
  }
}

const mostUsed = async ({ limits }: Ctx, counters: Counters): Promise<number> =>
  Math.max(...(await Promise.all(counters.map((counter) => limits.used(...counter)))));

async function waitForPace(ctx: Ctx, email: string): Promise<void> {
  const deadline = Date.now() + LONGEST_WAIT_MS;
  while (!(await ctx.limits.allows("loginPace", email))) {
    if (Date.now() > deadline) throw new AppError("too_many_tries", { retryAfterSeconds: 5 });
    await sleep(250 + Math.random() * 500);
  }
}
