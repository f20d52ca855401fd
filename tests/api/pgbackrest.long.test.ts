import { type SpawnSyncReturns, spawnSync } from "node:child_process";
import {
  appendFileSync,
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, expect, test } from "vitest";
import { projectFile } from "#app/project-files.ts";
import { gone, login, realProcess, signUp } from "../support/process.ts";

/**
 * The drill of docs/operations.md on Debian's PostgreSQL with pgBackRest and the files of deploy/postgresql: write, note the time, write more, lose
 * the database's folder, and have the academy of that time again. It makes a cluster of its own beside the machine's.
 */
const CLUSTER = "academia-drill";
const versions = () => readdirSync("/usr/lib/postgresql").sort((one, other) => Number(one) - Number(other));
const installed =
  process.getuid?.() === 0 &&
  ["pg_createcluster", "pgbackrest", "runuser"].every((program) => spawnSync("which", [program]).status === 0);
if (!installed) process.stdout.write("pgBackRest: left out, as it needs root and Debian's postgresql and pgbackrest\n");

const { folder, start } = realProcess();
const config = join(folder, "pgbackrest.conf");
const deployed = (name: string) => projectFile(`deploy/postgresql/${name}`);

function run(program: string, ...args: string[]): string {
  const { status, stdout, stderr, error }: SpawnSyncReturns<string> = spawnSync(program, args, {
    encoding: "utf8",
    cwd: "/",
    env: { PATH: process.env.PATH, PGBACKREST_CONFIG: config, TMPDIR: folder },
  });
  if (status !== 0) throw new Error(`${program} ${args.join(" ")}: ${error?.message ?? ""}${stdout}${stderr}`);
  return stdout;
}
const asPostgres = (...command: string[]) => run("runuser", "-u", "postgres", "--preserve-environment", "--", ...command);
const pgbackrest = (...args: string[]) => asPostgres("pgbackrest", "--stanza=academia", "--log-level-console=warn", ...args);

const dropCluster = () => run("sh", "-c", `pg_dropcluster --stop ${versions().at(-1)} ${CLUSTER} || true`);
afterAll(() => {
  if (installed) dropCluster();
});

/** A cluster as the document makes it, with its paths in the test's folder. */
function makeCluster() {
  const version = versions().at(-1)!;
  const data = `/var/lib/postgresql/${version}/${CLUSTER}`;
  const [settings, repository, logs] = [
    `/etc/postgresql/${version}/${CLUSTER}`,
    join(folder, "repository"),
    join(folder, "logs"),
  ];
  dropCluster(); // of a run that was killed
  run("pg_createcluster", version, CLUSTER);
  const [, owner, group] = /^postgres:[^:]*:(\d+):(\d+)/m.exec(readFileSync("/etc/passwd", "utf8"))!;
  for (const path of [repository, logs]) {
    mkdirSync(path);
    chownSync(path, Number(owner), Number(group));
  }
  const text = readFileSync(deployed("pgbackrest.conf"), "utf8")
    .replace(/^repo1-path=.*$/m, `repo1-path=${repository}\nlock-path=${logs}\nlog-path=${logs}`)
    .replace("PASSPHRASE", "cavalo correto bateria grampo")
    .replace(/^pg1-path=.*$/m, `pg1-path=${data}`);
  const port = /^port = (\d+)/m.exec(readFileSync(join(settings, "postgresql.conf"), "utf8"))![1]!;
  writeFileSync(config, `${text}pg1-port=${port}\n`);
  cpSync(deployed("academia.conf"), join(settings, "conf.d/academia.conf"));
  appendFileSync(join(settings, "environment"), `PGBACKREST_CONFIG = '${config}'\n`);
  cpSync(deployed("drill"), join(folder, "drill"));
  chmodSync(folder, 0o777); // the drill of the user postgres makes its folder there
  const ctl = (action: string, ...more: string[]) => run("pg_ctlcluster", version, CLUSTER, action, ...more);
  const sql = (statement: string, database = "postgres") =>
    asPostgres("psql", "-p", port, "-d", database, "-AtX", "-v", "ON_ERROR_STOP=1", "-c", statement).trim();
  return { data, port, ctl, sql };
}

const statuses = async (address: string, names: string[]) =>
  Promise.all(names.map(async (name) => (await login(address, `${name}@academia.test`)).status));

test.runIf(installed)(
  "the academy of a noted minute is there again on Debian's PostgreSQL, and a drill beside it says what would be",
  async () => {
    const { data, port, ctl, sql } = makeCluster();
    ctl("start");
    for (const role of ["owner", "app"]) sql(`create role academia_${role} login password 'senha-${role}'`);
    sql("create database academia owner academia_owner encoding 'UTF8' template template0");
    pgbackrest("stanza-create");
    pgbackrest("check");
    pgbackrest("--type=full", "backup");

    const address = (role: string) => `postgres://academia_${role}:senha-${role}@127.0.0.1:${port}/academia`;
    const settings = { DATABASE_URL: address("app"), DATABASE_MIGRATION_URL: address("owner"), BACKUP_BEFORE_UPGRADE: "no" };
    const first = await start(settings).started;
    expect((await signUp(first.address, "antes@academia.test")).status).toBe(200);
    await pause(1_100);
    const noted = sql("select now()");
    await pause(1_100);
    expect((await signUp(first.address, "depois@academia.test")).status).toBe(200);
    sql("select pg_switch_wal()"); // which archive_timeout does after a minute
    pgbackrest("check");

    const members = (report: string) => Number(/^members: (\d+)$/m.exec(report)![1]);
    const [now, then] = [asPostgres(join(folder, "drill")), asPostgres(join(folder, "drill"), noted)];
    expect([members(now) - members(then), now, then]).toEqual([
      1,
      expect.stringContaining("no fault"),
      expect.stringContaining("no fault"),
    ]);
    expect(() => asPostgres(join(folder, "drill"), "2020-01-01 00:00:00+00")).toThrow("unable to find backup set");
    expect(readdirSync(folder).filter((name) => name.startsWith("academia-drill"))).toEqual([]);
    expect((await login(first.address, "depois@academia.test")).status).toBe(200); // the one that runs was left alone

    process.kill(Number(readFileSync(join(data, "postmaster.pid"), "utf8").split("\n")[0]), "SIGKILL");
    first.process.kill("SIGKILL");
    await gone(first.process);
    for (const name of readdirSync(data)) rmSync(join(data, name), { recursive: true });
    pgbackrest("--type=time", `--target=${noted}`, "--target-action=promote", "restore");
    ctl("start");
    const second = await start(settings).started;
    expect(await statuses(second.address, ["antes", "depois"])).toEqual([200, 401]);
    // the repository goes on with it, on a timeline of its own
    expect((await signUp(second.address, "novo@academia.test")).status).toBe(200);
    pgbackrest("--type=full", "backup");
    expect(members(asPostgres(join(folder, "drill")))).toBe(members(then) + 1);
    second.process.kill("SIGTERM");
    await gone(second.process);
  },
  600_000,
);
