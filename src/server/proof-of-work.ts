import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { AppError } from "#app/lib/errors.ts";
import { WORK_HEADER, zeroBits } from "#app/lib/proof-of-work.ts";
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
 * @throws AppError work_required
 */
export async function requireWork(ctx: Ctx, purpose: string, bits: number): Promise<void> {
  if (bits === 0 || (await isDone(ctx, purpose, bits))) return;
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

/** Whether the request brings a task of ours, for this purpose and hard enough, with its answer; each counts once. */
async function isDone(ctx: Ctx, purpose: string, bits: number): Promise<boolean> {
  const [, number, task] = /^(\d{1,10}) ([\w.-]{1,200})$/.exec(ctx.work) ?? [];
  if (number === undefined || task === undefined) return false;
  const head = task.slice(0, task.lastIndexOf("."));
  const given = Buffer.from(task.slice(head.length + 1), "base64url");
  const expected = macOf(ctx, purpose, head);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return false;
  const [taskBits = 0, expiry = 0] = head.split(".").map(Number);
  if (expiry * 1000 < Date.now() || taskBits < bits - GRACE_BITS || !isAnswer(task, taskBits, Number(number))) return false;
  return ctx.limits.allows("workedTask", head);
}

function isAnswer(task: string, bits: number, number: number): boolean {
  if (number >= 2 ** 32) return false;
  const counter = Buffer.alloc(8);
  counter.writeUInt32BE(number, 4);
  const hash = createHash("sha256").update(createHash("sha256").update(task).digest()).update(counter).digest();
  return zeroBits(hash) >= bits;
}
