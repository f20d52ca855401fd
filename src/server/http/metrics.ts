import { collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { SystemState } from "#app/features/system/system.answers.ts";

const registry = new Registry();
collectDefaultMetrics({ register: registry });

const requests = new Histogram({
  name: "http_request_duration_seconds",
  help: "Duration of API requests",
  labelNames: ["method", "route", "status"],
  buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2],
  registers: [registry],
});

export const observeRequest = (method: string, route: string, status: number, milliseconds: number): void =>
  requests.observe({ method, route, status }, milliseconds / 1000);

const gauge = (name: string, help: string, labelNames: string[] = []) =>
  new Gauge({ name, help, labelNames, registers: [registry] });
const lastBackup = gauge("academy_backup_last_timestamp_seconds", "When the newest backup was made; 0 when there is none");
const backupFailures = gauge("academy_backup_failures", "Failed backups since the last success");
const letters = gauge("academy_letters_waiting", "Letters that have not been handed over", ["state"]);
const oldestLetter = gauge("academy_letters_oldest_seconds", "Age of the oldest letter that waits");
const jobs = gauge("academy_jobs_waiting", "Tasks that have not been done", ["job"]);
const jobsFailing = gauge(
  "academy_jobs_failing",
  "Tasks that were tried and failed, and wait for their next try or got no more",
  ["job"],
);
const oldestJob = gauge("academy_jobs_oldest_seconds", "Age of the oldest task that has not been done", ["job"]);
const diskFree = gauge("academy_disk_free_ratio", "Free part of the data folder's disk");
const backupDiskFree = gauge("academy_backup_disk_free_ratio", "Free part of the disk that the backups are on");

const secondsSince = (moment: string | null) => (moment ? (Date.now() - Date.parse(moment)) / 1000 : 0);

/**
 * The metrics of this process, in Prometheus' text format.
 * @param system the machine's state; without it (the database is away) its gauges keep what they had
 */
export function renderMetrics(system: SystemState | undefined): Promise<string> {
  if (system) {
    lastBackup.set(system.backup.last ? Date.parse(system.backup.last) / 1000 : 0);
    backupFailures.set(system.backup.failure?.count ?? 0);
    letters.set({ state: "new" }, system.letters.waiting - system.letters.failing);
    letters.set({ state: "failing" }, system.letters.failing);
    letters.set({ state: "filed" }, system.letters.filed);
    oldestLetter.set(secondsSince(system.letters.oldest));
    for (const each of [jobs, jobsFailing, oldestJob]) each.reset();
    for (const { name, waiting, failing, oldest } of system.jobs) {
      jobs.set({ job: name }, waiting);
      jobsFailing.set({ job: name }, failing);
      oldestJob.set({ job: name }, secondsSince(oldest));
    }
    diskFree.set(system.diskFree);
    backupDiskFree.set(system.backup.diskFree);
  }
  return registry.metrics();
}
