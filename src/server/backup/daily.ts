import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { userRoles } from "#app/features/account/account.table.ts";
import type { Services } from "../context.ts";
import type { Env } from "../env.ts";
import type { Job } from "../jobs/queue.ts";
import { redactError } from "../log.ts";
import { makeBackup, newestBackup, secretsToKeep } from "./backup.ts";
import { backupKeys } from "./encryption.ts";

/** Letters go out after so many failures in a row, and once for each row of them. */
const TELL_AFTER = 2;

export const backupFolder = (env: Pick<Env, "BACKUP_DIR" | "DATA_DIR">): string =>
  env.BACKUP_DIR ?? join(env.DATA_DIR, "backups");

/** What the settings say of backups. */
export const backupOptions = async (env: Env) => ({
  dataDir: env.DATA_DIR,
  filesInBucket: env.S3_BUCKET !== undefined,
  folder: backupFolder(env),
  secrets: secretsToKeep(env),
  keys: await backupKeys(env),
});

/** Failures since the last success. Kept beside the backups and not in the database, which may be what fails. */
export type Failures = { count: number; at: string; message: string };
const failuresFile = (env: Env) => join(backupFolder(env), "failures.json");

export async function readFailures(env: Env): Promise<Failures | undefined> {
  return readFile(failuresFile(env), "utf8").then(
    (text) => JSON.parse(text) as Failures,
    () => undefined,
  );
}

/** Once a day from BACKUP_HOUR on, and as soon as possible where that was missed; asked every hour, so a failure is tried again. */
export const backUpDaily: Job<"back-up-daily"> = {
  retries: 0,
  isLong: true,
  cron: "7 * * * *",
  run: (services) => backUpWhenDue(services, new Date()),
};

export async function backUpWhenDue(services: Services, now: Date): Promise<void> {
  const { env, log } = services;
  if (env.DATABASE_URL || env.BACKUP_HOUR === "never") return;
  const last = await newestBackup(backupFolder(env));
  if (last && last >= lastOccurrence(Number(env.BACKUP_HOUR), now)) return;
  try {
    const made = await makeBackup({ url: services.databaseUrl, ...(await backupOptions(env)) });
    await rm(failuresFile(env), { force: true });
    log.info({ file: made.file, bytes: made.size, removed: made.removed.length }, "backup made");
    if (made.missingFiles.length > 0)
      log.error({ files: made.missingFiles }, "files that the database names are gone from the disk");
  } catch (error) {
    await noteFailure(services, error, now);
  }
}

/** The last time the clock showed this hour, on the machine's own clock. */
export function lastOccurrence(hour: number, now: Date): Date {
  const at = new Date(now);
  at.setHours(hour, 0, 0, 0);
  if (at > now) at.setDate(at.getDate() - 1);
  return at;
}

async function noteFailure(services: Services, error: unknown, now: Date): Promise<void> {
  const { env, log } = services;
  log.error({ err: error }, "backup failed");
  const count = ((await readFailures(env))?.count ?? 0) + 1;
  const { message } = redactError(error);
  await mkdir(backupFolder(env), { recursive: true })
    .then(() => writeFile(failuresFile(env), JSON.stringify({ count, at: now.toISOString(), message } satisfies Failures)))
    .catch((err: unknown) => log.error({ err }, "the failure of the backup could not be written down"));
  if (count === TELL_AFTER) await tellAdministrators(services, message);
}

async function tellAdministrators({ db, notify }: Services, reason: string): Promise<void> {
  await db.transaction(async (tx) => {
    const administrators = await tx.select({ id: userRoles.userId }).from(userRoles).where(eq(userRoles.role, "admin"));
    for (const { id } of administrators) await notify(tx, "backup-failed", { memberId: id }, { reason });
  });
}
