import { open } from "node:fs/promises";
import type { Staged } from "./staging.ts";

/** Bytes of a staged file from a place on; fewer where it ends. */
export async function bytesOf({ path }: Staged, start: number, length: number): Promise<Buffer> {
  await using handle = await open(path);
  const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(length), position: Math.max(0, start) });
  return buffer.subarray(0, bytesRead);
}

/** The first bytes, which tell what a file is. */
export const headOf = (staged: Staged): Promise<Buffer> => bytesOf(staged, 0, 64);

export const startsWith = (head: Buffer, magic: number[]): boolean => magic.every((byte, index) => head[index] === byte);
