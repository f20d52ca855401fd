import type { StatsFs } from "node:fs";
import { statfs } from "node:fs/promises";
import { sql } from "drizzle-orm";
import { newestBackup } from "#app/server/backup/backup.ts";
import { backupFolder, readFailures } from "#app/server/backup/daily.ts";
import { type Ctx, requireAdmin, type Services } from "#app/server/context.ts";
import { publicAddress } from "#app/server/env.ts";
import { findDemoAccounts } from "./demo-accounts.service.ts";
import type { SystemState } from "./system.answers.ts";
import { warningsOf } from "./system.policy.ts";

type Parts = Pick<Services, "env" | "db" | "observed" | "settings">;

/** How the academy's machine is doing. @throws AppError forbidden */
export async function readSystem(ctx: Ctx): Promise<SystemState> {
  requireAdmin(ctx);
  return systemState(ctx);
}

/** The same for the process itself: its metrics, and what it says when it starts. */
export async function systemState({ env, db, observed, settings }: Parts): Promise<SystemState> {
  const mode = env.DATABASE_URL ? "external" : env.BACKUP_HOUR === "never" ? "off" : "automatic";
  const [last, failure, disk, backupDisk, letters, jobs, demoAccounts, owns] = await Promise.all([
    newestBackup(backupFolder(env)),
    readFailures(env),
    statfs(env.DATA_DIR),
    statfs(backupFolder(env)).catch(() => undefined), // made by the first backup
    readLetters(db),
    readJobs(db),
    findDemoAccounts({ db }),
    ownsTables(db),
  ]);
  const diskFree = freePart(disk);
  const backupDiskFree = backupDisk ? freePart(backupDisk) : diskFree;
  const warnings = warningsOf({
    production: env.production,
    https: publicAddress(env).startsWith("https:"),
    smtp: env.SMTP_URL !== undefined,
    sender: env.MAIL_FROM,
    dataOfficerEmail: settings().dataOfficerEmail,
    trustedProxy: env.TRUSTED_PROXY === "one",
    forwardedSeen: observed.forwarded,
    backups: mode,
    lastBackup: last,
    backupsOpenWithSecret: env.AUTH_SECRET_FROM === "data-folder" && !env.BACKUP_PASSPHRASE && !env.BACKUP_RECIPIENTS?.length,
    backupFailures: failure?.count ?? 0,
    secondFactorRequired: settings().secondFactor !== "nobody",
    demoAccounts: demoAccounts.length,
    ownsTables: owns,
    diskFree,
    backupDiskFree,
    now: new Date(),
  });
  const backup = {
    mode,
    last: last?.toISOString() ?? null,
    failure: failure ?? null,
    diskFree: backupDiskFree,
  } as const;
  return { warnings, backup, letters, jobs, diskFree };
}

/**
 * Lets the tasks be tried now, letters among them, that wait for their next try or got no more.
 * @returns how many those are
 * @throws AppError forbidden
 */
export async function retryTasks(ctx: Ctx): Promise<{ retried: number }> {
  requireAdmin(ctx);
  const { rowCount } = await ctx.db.execute(sql`
    update pgboss.job
    set state = 'retry', start_after = now(), completed_on = null, retry_limit = greatest(retry_limit, retry_count + 1)
    where name not like '\\_\\_%' and (state = 'failed' or (state = 'retry' and start_after > now()))`);
  return { retried: rowCount ?? 0 };
}

const freePart = ({ blocks, bavail }: StatsFs): number => (blocks > 0 ? bavail / blocks : 1);

const moment = (value: unknown): string | null => (value === null ? null : new Date(String(value)).toISOString());

async function readLetters(db: Services["db"]): Promise<SystemState["letters"]> {
  const { rows } = await db.execute(sql`
    select count(*) filter (where filed_at is null)::int as waiting,
      count(*) filter (where filed_at is null and last_error is not null)::int as failing,
      min(created_at) filter (where filed_at is null) as oldest,
      (array_agg(last_error order by created_at) filter (where last_error is not null))[1] as error,
      count(filed_at)::int as filed
    from outbox_mails where sent_at is null and refused_at is null`);
  const { waiting, failing, oldest, error, filed } = rows[0]!;
  return {
    waiting: Number(waiting),
    failing: Number(failing),
    oldest: moment(oldest),
    error: error === null ? null : String(error),
    filed: Number(filed),
  };
}

/** Tasks that are due or under way; those of a schedule only while they are. */
async function readJobs(db: Services["db"]): Promise<SystemState["jobs"]> {
  const { rows } = await db.execute(sql`
    select name, count(*) filter (where state < 'completed')::int as waiting,
      count(*) filter (where state in ('retry', 'failed'))::int as failing,
      min(created_on) filter (where state < 'completed') as oldest
    from pgboss.job where name not like '\\_\\_%' and (state < 'completed' or state = 'failed')
    group by name order by name`);
  return rows.map(({ name, waiting, failing, oldest }) => ({
    name: String(name),
    waiting: Number(waiting),
    failing: Number(failing),
    oldest: moment(oldest),
  }));
}

/** Whether the role of these connections may do with the tables what it likes; a superuser always may. */
async function ownsTables(db: Services["db"]): Promise<boolean> {
  const { rows } = await db.execute(
    sql`select pg_has_role(relowner, 'usage') as owns from pg_class where oid = 'public.audit_log'::regclass`,
  );
  return rows[0]!.owns === true;
}
