/**
 * `npm run cluster`: an academy of several processes on this machine, for trying and for the drills of tests/api/cluster.long.test.ts. Debian's
 * PostgreSQL under two roles with a second server that follows it, pgBackRest, a bucket (a small server of the tests, in memory), the program
 * twice, Caddy before both. What is typed is done: `restart` restarts the programs in turn, `failover` kills the first PostgreSQL and promotes
 * the second, `read-only` and `read-write` switch the database, `stop` ends all and removes it. Needs root and Debian's packages.
 */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  appendFileSync,
  chmodSync,
  chownSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";
import { projectFile } from "#app/project-files.ts";
import { startS3Server } from "#tests/support/s3-server.ts";

const PACKAGES = { pg_createcluster: "postgresql", pgbackrest: "pgbackrest", caddy: "caddy", runuser: "util-linux" };
const PASSWORD = "senha-deste-ensaio";
const NAMES = ["academia-first", "academia-second"] as const;
const READY_WITHIN = 90_000;
const STOPS_WITHIN = 30_000;

const say = (line: string) => process.stdout.write(`${line}\n`);

const missing = Object.entries(PACKAGES).filter(([program]) => spawnSync("which", [program]).status !== 0);
if (process.getuid?.() !== 0 || missing.length > 0) {
  const names = missing.map(([, name]) => name).join(" ");
  process.stderr.write(
    `This needs root${names && ` and Debian's packages: apt-get install -y --no-install-recommends ${names}`}\n`,
  );
  process.exit(78);
}

const version = readdirSync("/usr/lib/postgresql")
  .toSorted((one, other) => Number(one) - Number(other))
  .at(-1)!;
const folder = mkdtempSync(join(tmpdir(), "academia-cluster-"));
chmodSync(folder, 0o755);
const postgresUser = statSync("/var/lib/postgresql");

/** @throws Error with what the command wrote, when it fails */
function run(command: string, args: readonly string[], env: Record<string, string> = {}): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    encoding: "utf8",
    cwd: "/",
    env: { PATH: process.env.PATH, TMPDIR: folder, ...env },
  });
  if (status !== 0) throw new Error(`${command} ${args.join(" ")}: ${error?.message ?? ""}${stdout}${stderr}`);
  return stdout.trim();
}

const asPostgres = (command: string, ...args: string[]) => run("runuser", ["-u", "postgres", "--", command, ...args]);

/** One PostgreSQL server, as docs/operations.md makes it, with its own configuration of pgBackRest over one repository. */
function makeServer(name: (typeof NAMES)[number]) {
  const [data, settings] = [`/var/lib/postgresql/${version}/${name}`, `/etc/postgresql/${version}/${name}`];
  const config = join(folder, `${name}.conf`);
  run("pg_createcluster", [version, name]);
  const port = /^port = (\d+)/m.exec(readFileSync(join(settings, "postgresql.conf"), "utf8"))![1]!;
  const text = readFileSync(projectFile("deploy/postgresql/pgbackrest.conf"), "utf8")
    .replace(/^repo1-path=.*$/m, `repo1-path=${folder}/repository\nlock-path=${folder}/${name}\nlog-path=${folder}/${name}`)
    .replace("PASSPHRASE", PASSWORD)
    .replace(/^pg1-path=.*$/m, `pg1-path=${data}\npg1-port=${port}`);
  writeFileSync(config, text);
  ownFolder(join(folder, name));
  copyFileSync(projectFile("deploy/postgresql/academia.conf"), join(settings, "conf.d/academia.conf"));
  appendFileSync(join(settings, "environment"), `PGBACKREST_CONFIG = '${config}'\n`);
  return {
    name,
    port,
    data,
    configure: (lines: string) => appendFileSync(join(settings, "conf.d/academia.conf"), `${lines}\n`),
    ctl: (action: string, ...more: string[]) => run("pg_ctlcluster", [version, name, action, ...more]),
    sql: (statement: string) =>
      asPostgres("psql", "-p", port, "-d", "postgres", "-AtX", "-v", "ON_ERROR_STOP=1", "-c", statement),
    pgbackrest: (...args: string[]) =>
      asPostgres("pgbackrest", `--config=${config}`, "--stanza=academia", "--log-level-console=warn", ...args),
  };
}

function ownFolder(path: string): void {
  mkdirSync(path);
  chownSync(path, postgresUser.uid, postgresUser.gid);
}

const dropServers = () => {
  for (const name of NAMES) spawnSync("pg_dropcluster", ["--stop", version, name]);
};

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address() as { port: number };
  probe.close();
  return port;
}

/** The one name under which the programs know the database: what a managed PostgreSQL moves to the server that took over. */
async function openDatabaseName(
  first: string,
): Promise<{ port: number; leadsTo: () => string; leadTo: (port: string) => void; close: () => void }> {
  let target = first;
  const open = new Set<() => void>();
  const server = createServer((incoming) => {
    const outgoing = connect(Number(target), "127.0.0.1");
    const end = () => {
      incoming.destroy();
      outgoing.destroy();
      open.delete(end);
    };
    open.add(end);
    for (const socket of [incoming, outgoing]) socket.on("error", end).on("close", end);
    incoming.pipe(outgoing).pipe(incoming);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as { port: number }).port,
    leadsTo: () => target,
    leadTo: (port) => {
      target = port;
      for (const end of open) end();
    },
    close: () => {
      server.close();
      for (const end of open) end();
    },
  };
}

async function until(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  for (const end = Date.now() + READY_WITHIN; Date.now() < end; await pause(200)) if (await holds()) return;
  throw new Error(`${what}: not within ${READY_WITHIN / 1000} s`);
}

const isReady = (port: number) =>
  fetch(`http://127.0.0.1:${port}/readyz`).then(
    (answer) => answer.ok,
    () => false,
  );

const started: ChildProcess[] = [];
function start(command: string, args: string[], env: Record<string, string>): ChildProcess {
  const child = spawn(command, args, {
    cwd: folder,
    env: { PATH: process.env.PATH, ...env },
    stdio: ["ignore", "inherit", "inherit"],
  });
  started.push(child);
  return child;
}

const gone = async (child: ChildProcess) => {
  if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
};

async function open() {
  dropServers(); // of a run that was killed
  ownFolder(join(folder, "repository"));
  const [first, second] = [makeServer(NAMES[0]), makeServer(NAMES[1])];
  first.ctl("start");
  for (const role of ["owner", "app"]) first.sql(`create role academia_${role} login password '${PASSWORD}'`);
  first.sql("create database academia owner academia_owner encoding 'UTF8' template template0");
  first.pgbackrest("stanza-create");
  first.pgbackrest("--type=full", "backup");
  rmSync(second.data, { recursive: true });
  asPostgres("pg_basebackup", "-p", first.port, "-D", second.data, "-R", "-X", "stream", "-c", "fast");
  second.ctl("start");
  // what is acknowledged is on both, so that a failover loses nothing
  first.configure("synchronous_standby_names = '*'");
  first.ctl("reload");
  say(`PostgreSQL ${version}: ${first.name} on port ${first.port}, followed by ${second.name} on port ${second.port}`);

  const [database, bucket, port] = [await openDatabaseName(first.port), await startS3Server(), await freePort()];
  const address = `http://127.0.0.1:${port}`;
  const role = (name: string) => `postgres://academia_${name}:${PASSWORD}@127.0.0.1:${database.port}/academia`;
  const startProgram = (name: string, at: number) =>
    start(process.execPath, [projectFile("build/program/main.js")], {
      PORT: String(at),
      DATA_DIR: join(folder, name),
      PUBLIC_URL: address,
      AUTH_SECRET: PASSWORD.repeat(2),
      DATABASE_URL: role("app"),
      DATABASE_MIGRATION_URL: role("owner"),
      TRUSTED_PROXY: "one",
      BACKUP_BEFORE_UPGRADE: "no",
      LOG_LEVEL: process.env.LOG_LEVEL ?? "error",
      LIMITS_FACTOR: process.env.LIMITS_FACTOR ?? "1",
      ...bucket.environment,
    });
  const programs: { name: string; at: number; child: ChildProcess }[] = [];
  for (const name of ["one", "two"]) {
    const at = await freePort();
    programs.push({ name, at, child: startProgram(name, at) });
    await until(`program ${name}`, () => isReady(at)); // the first makes the tables
  }

  const caddyfile = join(folder, "Caddyfile");
  /** deploy/container/Caddyfile before these programs, without a certificate. */
  const serveBy = (ports: readonly number[]) =>
    writeFileSync(
      caddyfile,
      `{\n\tadmin unix/${folder}/caddy.sock\n\tauto_https off\n}\n${readFileSync(
        projectFile("deploy/container/Caddyfile"),
        "utf8",
      )
        .replace("{$ACADEMIA_HOST}", address)
        .replace("first:3000 second:3000", ports.map((at) => `127.0.0.1:${at}`).join(" "))}`,
    );
  serveBy(programs.map(({ at }) => at));
  const ofCaddy = { HOME: folder };
  start("caddy", ["run", "--config", caddyfile], ofCaddy);
  await until("Caddy", () => isReady(port));

  return {
    address,
    acts: {
      /** Takes each program out of Caddy's list, restarts it and puts it back. */
      restart: async () => {
        for (const program of programs) {
          const others = programs.filter((each) => each !== program).map(({ at }) => at);
          for (const [list, between] of [
            [others, true],
            [programs.map(({ at }) => at), false],
          ] as const) {
            serveBy(list);
            run("caddy", ["reload", "--config", caddyfile, "--address", `unix/${folder}/caddy.sock`], ofCaddy);
            if (!between) continue;
            program.child.kill("SIGTERM"); // it finishes what it has in work
            await gone(program.child);
            program.child = startProgram(program.name, program.at);
            await until(`program ${program.name}`, () => isReady(program.at));
          }
        }
      },
      failover: async () => {
        first.ctl("stop", "--", "-m", "immediate");
        second.sql("select pg_promote()");
        database.leadTo(second.port);
        await until("the academy", () => isReady(port));
      },
      "read-only": () => setReadOnly(true),
      "read-write": () => setReadOnly(false),
    } satisfies Record<string, () => unknown>,
    close: async () => {
      for (const child of started) child.kill("SIGTERM");
      await Promise.race([Promise.all(started.map(gone)), pause(STOPS_WITHIN)]);
      for (const child of started.filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null)) {
        say(`Killed: ${child.spawnargs.slice(0, 3).join(" ")}`);
        child.kill("SIGKILL"); // what it is connected to would wait for it
      }
      database.close();
      await bucket.close();
    },
  };

  function setReadOnly(on: boolean) {
    const server = database.leadsTo() === first.port ? first : second;
    server.sql(`alter database academia set default_transaction_read_only = ${on}`);
    server.sql("select pg_terminate_backend(pid) from pg_stat_activity where datname = 'academia'");
  }
}

/** Removes the servers and everything else that was made. */
function remove(): void {
  dropServers();
  rmSync(folder, { recursive: true, force: true });
}

const lines = createInterface({ input: process.stdin });
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.once(signal, () => lines.close());
try {
  const { address, acts, close } = await open();
  say(`Academy: ${address}\nType ${Object.keys(acts).join(", ")} or stop`);
  for await (const line of lines) {
    const act = line.trim();
    if (act === "stop") break;
    if (!(act in acts)) {
      say(`Not one of ${Object.keys(acts).join(", ")}, stop: ${act}`);
      continue;
    }
    const begun = Date.now();
    await acts[act as keyof typeof acts]();
    say(`Done: ${act} (${((Date.now() - begun) / 1000).toFixed(1)} s)`);
  }
  await close();
} finally {
  for (const child of started) child.kill("SIGKILL");
  remove();
  process.stdin.destroy(); // it would be listened to for ever
}
