import { setTimeout as sleep } from "node:timers/promises";
import { AppError } from "#app/lib/errors.ts";
import type { Ctx } from "#app/server/context.ts";
import type { Turn } from "#app/server/fair-queue.ts";
import type { LimitName } from "#app/server/limits.ts";
import { networksOf } from "#app/server/network.ts";
import { hashesWaiting } from "#app/server/password.ts";
import { bitsFor, MOST_BITS_FOR_OTHERS, requireWork } from "#app/server/proof-of-work.ts";
import { knownBrowser } from "./known-browsers.service.ts";

/** So many hashes that wait are most of a second; more than that, and those who are not known are asked for work first. */
const BUSY = 20;
/** How long a try waits for its account's pace. */
const LONGEST_WAIT_MS = 8_000;

const PER_NETWORK = ["loginFailuresPerNetwork", "loginFailuresPer56", "loginFailuresPer48"] as const;

/** A try of a password that may be looked at: when its hash has its turn, and what to call when the password was right: it takes the count back. */
export type Admitted = { turn: Turn; succeed: () => Promise<void> };

/** Where a visitor's costly work waits: with that of his whole network, the widest there is. */
export const turnOf = ({ ip }: Pick<Ctx, "ip">, lane: Turn["lane"] = "others"): Turn => ({ lane, group: networksOf(ip).at(-1)! });

/** The work that is asked of a visitor while many wait for a hash. */
export const bitsWhenBusy = (): number => bitsFor(hashesWaiting() / BUSY, MOST_BITS_FOR_OTHERS);

/**
 * Says whether a password may be tried, and counts the try as failed until it succeeds (decision 0017). A browser that has logged in to the
 * account before has its own count and its own lane. Any other one pays with work once its network or the account has failed too often, and
 * the hashes of such an account are spaced; the first try of a network goes before those of networks that have failed. Nobody is locked out.
 * @param userId of the account, where there is one
 * @throws AppError work_required, too_many_tries when too many wait
 */
export async function admitTry(ctx: Ctx, email: string, userId: string | undefined): Promise<Admitted> {
  const browser = userId && (await knownBrowser(ctx, userId));
  if (browser && (await ctx.limits.allows("loginFailuresPerBrowser", browser)))
    return { turn: { lane: "known", group: browser }, succeed: () => ctx.limits.giveBack("loginFailuresPerBrowser", browser) };

  const networks = networksOf(ctx.ip).map((network, width) => [PER_NETWORK[width]!, network] as const);
  const account = ["loginFailuresPerAccount", email] as const;
  const [ofNetworks, ofAccount] = await Promise.all([mostUsed(ctx, networks), mostUsed(ctx, [account])]);
  const first = ofNetworks === 0;
  const bits = Math.max(bitsFor(ofNetworks), bitsFor(ofAccount, MOST_BITS_FOR_OTHERS), bitsWhenBusy());
  await requireWork(ctx, purposeOf(email), bits);
  if (ofAccount >= 1) await waitForPace(ctx, first ? "loginPaceFirst" : "loginPace", email);
  const admitted = await countTry(ctx, turnOf(ctx, first ? "first" : "others"), [account, ...networks]);
  if (bits === 0) await askAgain(ctx, email, admitted);
  return admitted;
}

const purposeOf = (email: string): string => `login ${email}`;

/** Many that come at once all find nobody waiting; so whoever has not worked is asked once more, right before he waits himself. */
async function askAgain(ctx: Ctx, email: string, { succeed }: Admitted): Promise<void> {
  try {
    await requireWork(ctx, purposeOf(email), bitsWhenBusy());
  } catch (asked) {
    await succeed(); // it has not been a try
    throw asked;
  }
}

type Counters = readonly (readonly [LimitName, subject: string])[];

const mostUsed = async ({ limits }: Ctx, counters: Counters): Promise<number> =>
  Math.max(...(await Promise.all(counters.map((counter) => limits.used(...counter)))));

/** Counted before the password is looked at, so that many tries at once do not pass for one. */
async function countTry({ limits }: Ctx, turn: Turn, counters: Counters): Promise<Admitted> {
  await Promise.all(counters.map((counter) => limits.allows(...counter)));
  const succeed = async () => void (await Promise.all(counters.map((counter) => limits.giveBack(...counter))));
  return { turn, succeed };
}

async function waitForPace(ctx: Ctx, pace: "loginPace" | "loginPaceFirst", email: string): Promise<void> {
  const deadline = Date.now() + LONGEST_WAIT_MS;
  while (!(await ctx.limits.allows(pace, email))) {
    if (Date.now() > deadline) throw new AppError("too_many_tries", { retryAfterSeconds: 5 });
    await sleep(250 + Math.random() * 500);
  }
}
