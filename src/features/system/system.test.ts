import { readFileSync } from "node:fs";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { projectFile } from "#app/project-files.ts";
import { testApp } from "#tests/support/app.ts";
import type { SystemState } from "./system.answers.ts";

const METRICS_TOKEN = "m".repeat(40);
const app = testApp({ METRICS_TOKEN });

test("letters that were only written to a file are not counted as sent; those that fail can be tried at once", async () => {
  const { db, notify } = app.services;
  const admin = await app.member({ role: "admin" });
  const read = async () => (await admin.get<SystemState>("/api/admin/system")).body;
  expect((await read()).letters).toEqual({ waiting: 0, failing: 0, oldest: null, error: null, filed: 0 });

  await db.transaction((tx) => notify(tx, "password-changed", { memberId: admin.id }, {}));
  const before = await read();
  expect(before.letters).toMatchObject({ waiting: 1, failing: 0, oldest: expect.any(String) });
  expect(before.jobs).toMatchObject([{ name: "deliver-mail", waiting: 1 }]);
  await app.runJobs();
  expect((await read()).letters).toMatchObject({ waiting: 0, filed: 1 });
  const { rows } = await db.execute(sql`select sent_at, html from outbox_mails`);
  expect(rows).toEqual([{ sent_at: null, html: null }]);

  await db.transaction((tx) => notify(tx, "password-changed", { memberId: admin.id }, {}));
  await db.execute(sql`update outbox_mails set last_error = 'refused', attempts = 1 where filed_at is null`);
  await db.execute(sql`update pgboss.job set state = 'retry', start_after = now() + interval '1 hour' where state = 'created'`);
  expect((await read()).letters).toMatchObject({ waiting: 1, failing: 1, error: "refused" });
  expect(await app.runJobs()).toBe(0);
  expect((await admin.post("/api/admin/system/tasks/retry")).body).toEqual({ retried: 1 });
  expect(await app.runJobs()).toBe(1);
  expect((await read()).letters).toMatchObject({ waiting: 0, filed: 2 });
});

test("a task that got no more tries is shown, and can be tried again", async () => {
  const { db, jobs } = app.services;
  const admin = await app.member({ role: "admin" });
  const read = async () =>
    (await admin.get<SystemState>("/api/admin/system")).body.jobs.find(({ name }) => name === "recover-password");
  await jobs.send(db, "recover-password", { email: "ninguem@academia.test" });
  await db.execute(
    sql`update pgboss.job set state = 'failed', completed_on = now(), retry_count = retry_limit where name = 'recover-password'`,
  );
  expect(await read()).toMatchObject({ waiting: 0, failing: 1 });
  expect((await admin.post("/api/admin/system/tasks/retry")).body).toEqual({ retried: 1 });
  expect(await read()).toMatchObject({ waiting: 1, failing: 1 });
  expect(await app.runJobs()).toBe(1);
  expect(await read()).toBeUndefined();
});

test("backups and disk are shown; the metrics have the same figures", async () => {
  const admin = await app.member({ role: "admin" });
  const { body } = await admin.get<SystemState>("/api/admin/system");
  expect(body.backup).toEqual({
    mode: "automatic",
    last: null,
    failure: null,
    diskFree: expect.any(Number),
  });
  expect(body.diskFree).toBeGreaterThan(0);
  await app.services.db.transaction((tx) => app.services.notify(tx, "password-changed", { memberId: admin.id }, {}));
  const metrics = await (await app.visitor.send("/metrics", { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })).text();
  for (const line of [
    /^academy_backup_last_timestamp_seconds 0$/m,
    /^academy_letters_waiting\{state="new"\} 1$/m,
    /^academy_letters_oldest_seconds \d/m,
    /^academy_jobs_waiting\{job="deliver-mail"\} 1$/m,
    /^academy_jobs_failing\{job="deliver-mail"\} 0$/m,
    /^academy_jobs_oldest_seconds\{job="deliver-mail"\} \d/m,
    /^academy_disk_free_ratio 0\.\d/m,
    /^academy_backup_disk_free_ratio 0\.\d/m,
  ])
    expect(metrics).toMatch(line);
});

test("the alarms that operators are given ask for metrics that there are", async () => {
  const rules = readFileSync(projectFile("deploy/prometheus-rules.yml"), "utf8");
  const guide = readFileSync(projectFile("docs/operations.md"), "utf8");
  const metrics = await (await app.visitor.send("/metrics", { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })).text();
  const names = [...rules.matchAll(/\b(?:academy|http|process)_\w+/g)].map(([name]) => name);
  expect(new Set(names).size).toBeGreaterThan(8);
  for (const name of names) {
    expect(metrics).toContain(`# TYPE ${name.replace(/_count$/, "")} `);
    expect(guide).toContain(name);
  }
});
