/** Counters tried before the page gets a turn: about ten milliseconds on a phone. */
const AT_ONCE = 2_000;

/**
 * Finds the answer to the server's task: a number with which the SHA-256 of the task's own SHA-256 and the number (eight bytes, big
 * endian) begins with so many zero bits. It takes 2^bits hashes on average and lets the page live meanwhile. `crypto.subtle` would
 * not do: it is missing on plain HTTP, and slow for many short texts.
 */
export async function solveWork({ task, bits }: { task: string; bits: number }): Promise<number> {
  const { sha256 } = await import("@noble/hashes/sha2.js");
  const message = new Uint8Array(40);
  message.set(sha256(new TextEncoder().encode(task)));
  const view = new DataView(message.buffer);
  for (let counter = 0; ; counter += 1) {
    if (counter % AT_ONCE === AT_ONCE - 1) await new Promise((resolve) => setTimeout(resolve, 0));
    view.setUint32(36, counter);
    if (zeroBits(sha256(message)) >= bits) return counter;
  }
}

/** How many zero bits a hash begins with; at most 32 are counted. */
export const zeroBits = (hash: Uint8Array): number => Math.clz32(new DataView(hash.buffer, hash.byteOffset).getUint32(0));

/** The header of a refusal that asks for work (`<bits> <task>`), and of the request that brings it (`<number> <task>`). */
export const WORK_HEADER = "x-work";
