import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { AppError } from "#app/lib/errors.ts";
import { bitsOfPart, WORK_HEADER, WORK_PARTS, zeroBits } from "#app/lib/proof-of-work.ts";
import type { Ctx } from "./context.ts";
import { deriveKey } from "./seal.ts";

/** How long a task may be worked on: a slow phone needs ten seconds for the hardest. */
const TASK_SECONDS = 5 * 60;
/** 2^15 hashes take a tenth of a second on a computer, 2^19 about two; a slow phone needs four times as long. */
const LEAST_BITS = 15;
const MOST_BITS = 19;
/** The most that is asked of one for what others did: about a second on a slow phone. */
export const MOST_BITS_FOR_OTHERS = 16;
/** By how much the work may have grown since the task was given. */
const GRACE_BITS = 2;

/**
 * How hard the work is when so much of a limit is used up: none up to the whole of it, then one bit more (twice the work) at each doubling.
 * @param used 1 is the whole limit
 */
export const bitsFor = (used: number, most = MOST_BITS): number =>
  used < 1 ? 0 : Math.min(most, LEAST_BITS + Math.floor(Math.log2(used)));

/**
 * Makes a client that asks too often pay for each further try with work of its own machine, which the browser does by itself
 * (src/lib/proof-of-work.ts). It delays each one who tries and locks out nobody.
 * @param purpose what the work is for: work for another purpose does not count
 * @param bits how hard it is; 0 for nothing to do
 * @returns whether work was done for this try; it is spent then, even if none is needed any more
 * @throws AppError work_required
 */
export async function requireWork(ctx: Ctx, purpose: string, bits: number): Promise<boolean> {
  const brought = broughtWork(ctx, purpose);
  // a task counts once
  const done = brought && brought.bits >= bits - GRACE_BITS && (await ctx.limits.allows("workedTask", brought.id));
  if (done) return true;
  if (bits > 0) askForWork(ctx, purpose, bits);
  return false;
}

/** Asks for work, which costs no statement. @throws AppError work_required, with a task */
export function askForWork(ctx: Ctx, purpose: string, bits: number): never {
  const task = newTask(ctx, purpose, bits);
  const limit = `work for ${purpose.split(" ", 1)[0]}`; // without the address that follows
  throw new AppError("work_required", { limit, headers: { [WORK_HEADER]: `${bits} ${task}` } });
}

/** `<bits>.<expiry>.<random>.<mac>` */
function newTask(ctx: Ctx, purpose: string, bits: number): string {
  const head = `${bits}.${Math.floor(Date.now() / 1000) + TASK_SECONDS}.${randomBytes(9).toString("base64url")}`;
  return `${head}.${macOf(ctx, purpose, head).toString("base64url")}`;
}

const macOf = ({ env }: Ctx, purpose: string, head: string): Buffer =>
  createHmac("sha256", deriveKey(env, "proof of work")).update(`${purpose}\n${head}`).digest();

/** The work that a request brings: a task of ours, for this purpose and not too old, with its answer. It may have been spent before. */
export function broughtWork(ctx: Ctx, purpose: string): { id: string; bits: number } | undefined {
  const [, answer, task] = /^([\d,]{1,100}) ([\w.-]{1,200})$/.exec(ctx.work) ?? [];
  if (answer === undefined || task === undefined) return undefined;
  const id = task.slice(0, task.lastIndexOf("."));
  const given = Buffer.from(task.slice(id.length + 1), "base64url");
  const expected = macOf(ctx, purpose, id);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
  const [bits = 0, expiry = 0] = id.split(".").map(Number);
  const numbers = answer.split(",").map(Number);
  return expiry * 1000 >= Date.now() && isAnswer(task, bits, numbers) ? { id, bits } : undefined;
}

function isAnswer(task: string, bits: number, numbers: number[]): boolean {
  if (numbers.length !== WORK_PARTS) return false;
  const message = Buffer.concat([createHash("sha256").update(task).digest(), Buffer.alloc(8)]);
  return numbers.every((number, part) => {
    if (number >= 2 ** 32) return false;
    message.writeUInt32BE(part, 32);
    message.writeUInt32BE(number, 36);
    return zeroBits(createHash("sha256").update(message).digest()) >= bitsOfPart(bits);
  });
}
