import { createReadStream } from "node:fs";
import { mkdir, open, readdir, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { AppError } from "#app/lib/errors.ts";
import { filesBefore, openStaging } from "./staging.ts";
import { type FileStorage, isFileId } from "./storage.ts";

const INCOMING = "incoming";

/** Files in a folder of this machine: `ab/ab12…` for the id `ab12…`, and `incoming/` for what is on its way. */
export function diskStorage(folder: string): FileStorage {
  const pathOf = (id: string) => join(folder, id.slice(0, 2), id);

  return {
    ...openStaging(join(folder, INCOMING)),
    keep: async (staged, id) => {
      const path = pathOf(id);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      await rename(staged.path, path);
      await syncFolder(dirname(path));
    },
    read: async (id, range) => {
      const handle = await open(pathOf(id)).catch((error: NodeJS.ErrnoException) => {
        throw error.code === "ENOENT" ? new AppError("not_found") : error;
      });
      return Readable.toWeb(createReadStream("", { fd: handle, ...range })) as ReadableStream<Uint8Array>;
    },
    remove: (id) => rm(pathOf(id), { force: true }),
    list: (before) => storedBefore(folder, before),
  };
}

/** A rename is on the disk only when its folder is. */
async function syncFolder(folder: string): Promise<void> {
  await using handle = await open(folder);
  await handle.sync();
}

async function* storedBefore(folder: string, before: Date): AsyncGenerator<string> {
  const folders = await readdir(folder, { withFileTypes: true }).catch(() => []);
  for (const entry of folders) {
    if (!entry.isDirectory() || entry.name === INCOMING) continue;
    for await (const name of filesBefore(join(folder, entry.name), before)) if (isFileId(name)) yield name;
  }
}
