import { createHash, randomUUID } from "node:crypto";
import { mkdir, open, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { AppError } from "#app/lib/errors.ts";

/** Bytes on their way to be kept: on this machine's disk for now, so that their content can be looked at. */
export type Staged = {
  path: string;
  size: number;
  /** Of the whole content, base64url. */
  sha256: string;
  /** Removes what was not kept: `await using staged = …`. */
  [Symbol.asyncDispose]: () => Promise<void>;
};

const PART = ".part";
/** Disk full, and quota used up. */
const FULL = new Set(["ENOSPC", "EDQUOT"]);

/** The two acts of every storage that need this machine's disk, in a folder of their own. */
export function openStaging(folder: string) {
  return {
    stage: async (source: AsyncIterable<Uint8Array>): Promise<Staged> => {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const path = join(folder, randomUUID() + PART);
      try {
        return { path, ...(await writeAll(path, source)), [Symbol.asyncDispose]: () => rm(path, { force: true }) };
      } catch (error) {
        await rm(path, { force: true });
        throw FULL.has((error as NodeJS.ErrnoException | undefined)?.code ?? "") ? new AppError("storage_full") : error;
      }
    },
    sweep: async (before: Date): Promise<number> => {
      let count = 0;
      for await (const name of filesBefore(folder, before)) {
        if (!name.endsWith(PART)) continue;
        await rm(join(folder, name), { force: true });
        count += 1;
      }
      return count;
    },
  };
}

async function writeAll(path: string, source: AsyncIterable<Uint8Array>): Promise<{ size: number; sha256: string }> {
  const hash = createHash("sha256");
  let size = 0;
  await using handle = await open(path, "wx", 0o600);
  for await (const chunk of source) {
    hash.update(chunk);
    size += chunk.byteLength;
    await handle.appendFile(chunk);
  }
  await handle.sync();
  return { size, sha256: hash.digest("base64url") };
}

/** Names of a folder's files that were last written before a moment; none where there is no folder. */
export async function* filesBefore(folder: string, before: Date): AsyncGenerator<string> {
  for (const name of await readdir(folder).catch(() => [])) {
    const found = await stat(join(folder, name)).catch(() => undefined);
    if (found?.isFile() && found.mtime < before) yield name;
  }
}
