import { randomUUID } from "node:crypto";
import { chmodSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { getRollbackPlans } from "pg-boss";
import { expect, inject, onTestFinished, test } from "vitest";
import { openDatabase } from "#app/db/client.ts";
import { startEmbedded } from "#app/db/embedded/embedded.ts";
import { migrateDatabase } from "#app/db/migrate.ts";
import { APP_ROLE } from "#app/db/roles.ts";
import { prepareDatabase } from "#app/server/database.ts";
import { openQueue } from "#app/server/jobs/queue.ts";
import { testApp } from "../support/app.ts";
import { withDatabase } from "../support/database-server.ts";

/** What the application may do in its database: every API test works as this role, these show what it may not. */
const app = testApp();

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => {});
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

test("the application's role is no superuser, owns nothing and can become nobody else", async () => {
  const client = await connect(app.services.databaseUrl);
  const { rows } = await client.query(
    `select rolsuper, rolcreatedb, rolcreaterole, rolreplication, rolbypassrls,
       (select count(*)::int from pg_shdepend where refobjid = pg_roles.oid and deptype = 'o') as owned,
       (select count(*)::int from pg_auth_members where member = pg_roles.oid) as memberships
     from pg_roles where rolname = current_user`,
  );
  expect(rows).toEqual([
    {
      rolsuper: false,
      rolcreatedb: false,
      rolcreaterole: false,
      rolreplication: false,
      rolbypassrls: false,
      owned: 0,
      memberships: 0,
    },
  ]);
});

test.each([
  ["change the audit log", "update audit_log set action = 'x'"],
  ["delete from it", "delete from audit_log"],
  ["empty it", "truncate audit_log"],
  ["switch its triggers off", "alter table audit_log disable trigger all"],
  ["pass over all triggers", "set session_replication_role = replica"],
  ["make a table", "create table mine (a int)"],
  ["make a table among the queue's", "create table pgboss.mine (a int)"],
  ["make a schema", "create schema mine"],
  ["make a function", "create function mine() returns int language sql as 'select 1'"],
  ["change a table", "alter table profiles add column mine text"],
  ["drop one", "drop table rate_limits"],
  ["empty one", "truncate profiles cascade"],
  [
    "replace a function that triggers call",
    "create or replace function refuse_change() returns trigger language plpgsql as 'begin return new; end'",
  ],
  ["write down a migration", "insert into drizzle.__drizzle_migrations (hash, created_at) values ('x', 1)"],
  ["read passwords of roles", "select rolpassword from pg_authid"],
  ["read files", "select pg_read_file('/etc/passwd')"],
  ["run programs", "copy audit_log to program 'cat'"],
  ["change settings of the server", "alter system set log_statement = 'all'"],
  ["make roles", "create role mine"],
])("it cannot %s", async (_, statement) => {
  const client = await connect(app.services.databaseUrl);
  await expect(client.query(statement)).rejects.toMatchObject({ code: "42501" }); // insufficient_privilege
});

test("it adds to the audit log", async () => {
  const client = await connect(app.services.databaseUrl);
  await client.query("insert into audit_log (action, target_type) values ('test', 'member')");
  expect((await client.query("select action from audit_log")).rows).toEqual([{ action: "test" }]);
});

/** An empty database of the test's own. */
async function emptyDatabase(): Promise<{ url: string; appUrl: string }> {
  const { url, appUrl } = inject("postgres");
  const name = `academia_roles_${randomUUID().replaceAll("-", "")}`;
  const administer = async (statement: string) => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query(statement).finally(() => client.end());
  };
  await administer(`create database ${name} template template0`);
  onTestFinished(() => administer(`drop database ${name} with (force)`));
  return { url: withDatabase(url, name), appUrl: withDatabase(appUrl, name) };
}

test("rights are those of today's program at each start: tables that came are included, and what was given besides is taken", async () => {
  const addresses = await emptyDatabase();
  await prepareDatabase(addresses);
  const owner = await connect(addresses.url);
  await owner.query(`create table later (a int); grant all on audit_log to ${APP_ROLE}; grant create on schema public to public`);
  await prepareDatabase(addresses);
  const client = await connect(addresses.appUrl);
  await client.query("insert into later values (1)");
  for (const refused of ["delete from audit_log", "create table mine (a int)"])
    await expect(client.query(refused)).rejects.toMatchObject({ code: "42501" });
});

test("a database that one role has owned and used goes on under two", async () => {
  const addresses = await emptyDatabase();
  let done = 0;
  const run = async () => {
    done += 1;
  };
  const open = (url: string) =>
    openQueue<{ counted: object }>(url, app.services.log, { counted: { retries: 0, run } }, { supervise: false });
  await migrateDatabase(addresses.url);
  await (await open(addresses.url)).stop(); // as before there were two roles: it made the queue's tables, too
  await prepareDatabase(addresses);
  const { db, close } = openDatabase(addresses.appUrl, 1, () => undefined);
  onTestFinished(close);
  const queue = await open(addresses.appUrl);
  onTestFinished(queue.stop);
  await queue.send(db, "counted", {});
  expect([await queue.drain(app.services), done]).toEqual([1, 1]);
});

test("the queue's tables of an older version are brought up to date by their owner", async () => {
  const addresses = await emptyDatabase();
  await prepareDatabase(addresses);
  const owner = await connect(addresses.url);
  const version = async () => (await owner.query("select version from pgboss.version")).rows[0].version;
  const current = await version();
  await owner.query(getRollbackPlans("pgboss", current));
  expect(await version()).toBe(current - 1);
  await prepareDatabase(addresses);
  expect(await version()).toBe(current);
});

test("the embedded database has both roles, the password of each in a file that only its user reads", async () => {
  const folder = mkdtempSync(join(tmpdir(), "academia-roles-"));
  chmodSync(folder, 0o755);
  const { url, appUrl, stop } = await startEmbedded(folder, { fsync: "off" });
  onTestFinished(async () => {
    await stop();
    rmSync(folder, { recursive: true, force: true });
  });
  for (const file of ["postgres-password", "postgres-app-password"])
    expect(statSync(join(folder, file)).mode & 0o777).toBe(0o600);
  const client = await connect(appUrl);
  expect((await client.query("select current_user as name")).rows).toEqual([{ name: APP_ROLE }]);
  rmSync(join(folder, "postgres-app-password")); // as in a folder that was brought back from a base backup
  const again = await startEmbedded(folder, { fsync: "off" });
  await connect(again.appUrl);
  expect(again.url).toBe(url);
}, 60_000);
