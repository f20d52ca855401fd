/** Counters tried before the page gets a turn: about ten milliseconds on a phone. */
const AT_ONCE = 2_000;

/** A task is so many searches, one after the other: their sum is seldom twice its average, while one search may take five times it. */
export const WORK_PARTS = 8;

/** How many zero bits each search looks for, so that all of them take 2^bits hashes on average. */
export const bitsOfPart = (bits: number): number => bits - Math.log2(WORK_PARTS);

/**
 * Finds the answer to the server's task: for each part a number with which the SHA-256 of the task's own SHA-256, the part and the
 * number (four bytes each, big endian) begins with so many zero bits. It lets the page live meanwhile. `crypto.subtle` would not do:
 * it is missing on plain HTTP, and slow for many short texts.
 * @returns the numbers, with commas between
 */
export async function solveWork({ task, bits }: { task: string; bits: number }): Promise<string> {
  const { sha256 } = await import("@noble/hashes/sha2.js");
  const message = new Uint8Array(40);
  message.set(sha256(new TextEncoder().encode(task)));
  const view = new DataView(message.buffer);
  const numbers: number[] = [];
  for (let tried = 1, number = 0; numbers.length < WORK_PARTS; tried += 1, number += 1) {
    if (tried % AT_ONCE === 0) await new Promise((resolve) => setTimeout(resolve, 0));
    view.setUint32(32, numbers.length);
    view.setUint32(36, number);
    if (zeroBits(sha256(message)) < bitsOfPart(bits)) continue;
    numbers.push(number);
    number = -1;
  }
  return numbers.join();
}

/** How many zero bits a hash begins with; at most 32 are counted. */
export const zeroBits = (hash: Uint8Array): number => Math.clz32(new DataView(hash.buffer, hash.byteOffset).getUint32(0));

/** The header of a refusal that asks for work (`<bits> <task>`), and of the request that brings it (`<numbers> <task>`). */
export const WORK_HEADER = "x-work";
