import { createHash } from "node:crypto";
import { asc, gt } from "drizzle-orm";
import type { Db } from "#app/db/client.ts";
import { AppError } from "#app/lib/errors.ts";
import { files } from "./files.table.ts";
import type { StoredFile } from "./records.ts";
import type { FileStorage } from "./storage.ts";

const BATCH = 200;

type Named = Pick<StoredFile, "id" | "sha256">;

/** What was found of the files that the database names; `missing` and `damaged` are ids. */
export type Findings = { whole: number; copied: number; missing: string[]; damaged: string[] };

/**
 * Copies every file that the database names from one storage to another, unless it is there already with the content that its record
 * says, and reads each copy back. So one that was cut off goes on where it was. What it copies from keeps everything.
 * @param tell called after each file
 * @returns `missing` and `damaged`: those that could not be copied, as they are so where they come from
 */
export async function copyFiles(
  db: Db,
  from: FileStorage,
  to: FileStorage,
  tell: (findings: Findings) => void,
): Promise<Findings> {
  return forEachFile(db, tell, async (file) => {
    if ((await lookAt(to, file)) === "whole") return "whole";
    const source = await lookAt(from, file);
    if (source !== "whole") return source;
    await using staged = await to.stage(await from.read(file.id));
    await to.keep(staged, file.id);
    if ((await lookAt(to, file)) !== "whole") throw new Error(`${file.id} was written, but reads back otherwise`);
    return "copied";
  });
}

/** Reads every file that the database names. */
export const checkFiles = (db: Db, storage: FileStorage, tell: (findings: Findings) => void): Promise<Findings> =>
  forEachFile(db, tell, (file) => lookAt(storage, file));

async function forEachFile(
  db: Db,
  tell: (findings: Findings) => void,
  work: (file: Named) => Promise<keyof Findings>,
): Promise<Findings> {
  const findings: Findings = { whole: 0, copied: 0, missing: [], damaged: [] };
  for (let after: string | undefined, batch: Named[] | undefined; !batch || batch.length === BATCH; after = batch.at(-1)?.id) {
    batch = await db
      .select({ id: files.id, sha256: files.sha256 })
      .from(files)
      .where(after === undefined ? undefined : gt(files.id, after))
      .orderBy(asc(files.id))
      .limit(BATCH);
    for (const file of batch) {
      const finding = await work(file);
      if (finding === "whole" || finding === "copied") findings[finding] += 1;
      else findings[finding].push(file.id);
      tell(findings);
    }
  }
  return findings;
}

async function lookAt(storage: FileStorage, { id, sha256 }: Named): Promise<"whole" | "missing" | "damaged"> {
  const hash = createHash("sha256");
  try {
    for await (const chunk of await storage.read(id)) hash.update(chunk);
  } catch (error) {
    if (error instanceof AppError && error.code === "not_found") return "missing";
    throw error;
  }
  return hash.digest("base64url") === sha256 ? "whole" : "damaged";
}
