import { createHash, randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
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

/** First and last byte, both included. */
export type ByteRange = { start: number; end: number };

/**
 * Where files are kept. The application knows no more about it than this, so that a bucket can take the disk's place. Ids are the
 * application's own (UUIDs); no name that came from outside ever becomes a path.
 */
export type FileStorage = {
  /**
   * Writes a source to a temporary place.
   * @throws AppError storage_full; whatever the source throws
   */
  stage: (source: AsyncIterable<Uint8Array>) => Promise<Staged>;
  /** Makes staged bytes a stored file, whole or not at all. */
  keep: (staged: Staged, id: string) => Promise<void>;
  /** A part of a stored file. @throws AppError not_found */
  read: (id: string, range: ByteRange) => Promise<ReadableStream<Uint8Array>>;
  /** Removes a stored file; one that is gone already is no error. */
  remove: (id: string) => Promise<void>;
  /** Ids of the files stored before a moment. */
  list: (before: Date) => AsyncIterable<string>;
  /** Removes what was staged before a moment and never kept: a process ended in the middle of it. */
  sweep: (before: Date) => Promise<number>;
};

/** Names that this storage gives; anything else in its folder is left alone. */
const OURS = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?:\.part)?$/;
/** Disk full, and quota used up. */
const FULL = new Set(["ENOSPC", "EDQUOT"]);
const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException | undefined)?.code;

/** Files in a folder of this machine: `ab/ab12…` for the id `ab12…`, and `incoming/` for what is on its way. */
export function diskStorage(folder: string): FileStorage {
  const incoming = join(folder, "incoming");
  const pathOf = (id: string) => join(folder, id.slice(0, 2), id);

  return {
    stage: async (source) => {
      await mkdir(incoming, { recursive: true, mode: 0o700 });
      const path = join(incoming, `${randomUUID()}.part`);
      try {
        return { path, ...(await writeAll(path, source)), [Symbol.asyncDispose]: () => rm(path, { force: true }) };
      } catch (error) {
        await rm(path, { force: true });
        throw FULL.has(codeOf(error) ?? "") ? new AppError("storage_full") : error;
      }
    },
    keep: async (staged, id) => {
      const path = pathOf(id);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      await rename(staged.path, path);
      await syncFolder(dirname(path));
    },
    read: async (id, { start, end }) => {
      const handle = await open(pathOf(id)).catch((error: unknown) => {
        throw codeOf(error) === "ENOENT" ? new AppError("not_found") : error;
      });
      return Readable.toWeb(createReadStream("", { fd: handle, start, end })) as ReadableStream<Uint8Array>;
    },
    remove: (id) => rm(pathOf(id), { force: true }),
    list: (before) => oldFiles(folder, before, (name) => name !== "incoming"),
    sweep: async (before) => {
      let count = 0;
      for await (const name of oldFiles(folder, before, (entry) => entry === "incoming")) {
        await rm(join(incoming, name), { force: true });
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

/** A rename is on the disk only when its folder is. */
async function syncFolder(folder: string): Promise<void> {
  await using handle = await open(folder);
  await handle.sync();
}

async function* oldFiles(folder: string, before: Date, inFolder: (name: string) => boolean): AsyncGenerator<string> {
  const folders = await readdir(folder, { withFileTypes: true }).catch(() => []);
  for (const entry of folders) {
    if (!entry.isDirectory() || !inFolder(entry.name)) continue;
    for (const name of await readdir(join(folder, entry.name))) {
      const found = await stat(join(folder, entry.name, name)).catch(() => undefined);
      if (found?.isFile() && found.mtime < before && OURS.test(name)) yield name;
    }
  }
}
