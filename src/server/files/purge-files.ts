import { and, inArray, isNull, lt } from "drizzle-orm";
import type { Services } from "../context.ts";
import type { Job } from "../jobs/queue.ts";
import { files } from "./files.table.ts";
import { removeBytes } from "./records.ts";

const DAY_MS = 86_400_000;
const BATCH = 500;
/** So many files that no record knows are no leftovers any more: the database is the wrong one, or was set back. */
const SUSPICIOUS = 50;

/**
 * Removes what uploads left behind: files that were never attached, parts of uploads that a crash cut off, and bytes without a
 * record. All of it is at least a day old, so nothing that is under way is touched.
 */
export const purgeFiles: Job<"purge-files"> = {
  retries: 2,
  cron: "47 4 * * *",
  run: async (services) => {
    const { db, log, files: storage } = services;
    const before = new Date(Date.now() - DAY_MS);
    const unattached = await db
      .delete(files)
      .where(and(isNull(files.attachedAt), lt(files.createdAt, before)))
      .returning({ id: files.id });
    await removeBytes(
      services,
      unattached.map(({ id }) => id),
    );
    const parts = await storage.sweep(before);
    const unknown = await unknownFiles(services, before);
    if (unknown.length > SUSPICIOUS) {
      log.error({ files: unknown.length }, "many stored files have no record; left in place, check the database");
      return;
    }
    await removeBytes(services, unknown);
    log.info({ unattached: unattached.length, parts, unknown: unknown.length }, "files purged");
  },
};

async function unknownFiles({ db, files: storage }: Services, before: Date): Promise<string[]> {
  const unknown: string[] = [];
  const check = async (ids: string[]) => {
    const rows = await db.select({ id: files.id }).from(files).where(inArray(files.id, ids));
    const known = new Set(rows.map(({ id }) => id));
    unknown.push(...ids.filter((id) => !known.has(id)));
  };
  let batch: string[] = [];
  for await (const id of storage.list(before)) {
    batch.push(id);
    if (batch.length < BATCH) continue;
    await check(batch);
    batch = [];
  }
  if (batch.length > 0) await check(batch);
  return unknown;
}
