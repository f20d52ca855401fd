import { setTimeout as sleep } from "node:timers/promises";
import { AppError } from "#app/lib/errors.ts";
import type { Ctx } from "#app/server/context.ts";
import type { Turn } from "#app/server/fair-queue.ts";
import type { LimitName } from "#app/server/limits.ts";
import { networksOf } from "#app/server/network.ts";
import { hashesWaiting } from "#app/server/password.ts";
import { bitsFor, requireWork } from "#app/server/proof-of-work.ts";
import { knownBrowser } from "./known-browsers.service.ts";

/** So many hashes that wait are a second or two; more than that, and those who are not known are asked for work first. */
const BUSY = 20;
/** How long a try waits for its account's pace. */
const LONGEST_WAIT_MS = 8_000;

const PER_NETWORK = ["loginFailuresPerNetwork", "loginFailuresPer56", "loginFailuresPer48"] as const;

/** A try of a password that may be looked at: when its hash has its turn, and what to call when the password was right. */
export type Admitted = { turn: Turn; succeed: () => Promise<void> };

/** Where a visitor's costly work waits: with that of his whole network, the widest there is. */
export const turnOf = ({ ip }: Pick<Ctx, "ip">): Turn => ({ lane: "others", group: networksOf(ip).at(-1)! });

/** The work that is asked of a visitor while many wait for a hash. */
export const bitsWhenBusy = (): number => bitsFor(hashesWaiting() / BUSY);

/**
 * Says whether a password may be tried, and counts the try as failed until it succeeds (decision 0017). A browser that has logged in to the
 * account before has its own count and its own lane. Any other one pays with work once its network or the account has failed too often, and
 * the hashes of such an account are spaced. Nobody is locked out.
 * @param userId of the account, where there is one
 * @throws AppError work_required, too_many_tries when too many wait
 */
export async function admitTry(ctx: Ctx, email: string, userId: string | undefined): Promise<Admitted> {
  const browser = userId && (await knownBrowser(ctx, userId));
  if (browser) {
    const ownCount = [["loginFailuresPerBrowser", browser]] as const;
    if ((await mostUsed(ctx, ownCount)) < 1) return countTry(ctx, { lane: "known", group: browser }, ownCount);
  }

  const networks = networksOf(ctx.ip).map((network, width) => [PER_NETWORK[width]!, network] as const);
  const account = ["loginFailuresPerAccount", email] as const;
  const [ofNetworks, ofAccount] = await Promise.all([mostUsed(ctx, networks), mostUsed(ctx, [account])]);
  await requireWork(ctx, `login ${email}`, Math.max(bitsFor(Math.max(ofNetworks, ofAccount)), bitsWhenBusy()));
  if (ofAccount >= 1) await waitForPace(ctx, email);
  return countTry(ctx, turnOf(ctx), [account, ...networks]);
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

async function waitForPace(ctx: Ctx, email: string): Promise<void> {
  const deadline = Date.now() + LONGEST_WAIT_MS;
  while (!(await ctx.limits.allows("loginPace", email))) {
    if (Date.now() > deadline) throw new AppError("too_many_tries", { retryAfterSeconds: 5 });
    await sleep(250 + Math.random() * 500);
  }
}
