import { execFile, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chownSync, existsSync, mkdirSync, readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import pg from "pg";
import { APP_ROLE, makeAppRole } from "../roles.ts";
import { StartError } from "../start-error.ts";
import { type Binaries, findBinaries } from "./binaries.ts";
import { clusterIdentifier, confirmPlace, findPlace, give } from "./place.ts";
import { orphansAmong, processesOf, readPidFile } from "./processes.ts";
import { databaseOwner, type Owner } from "./system-user.ts";

const run = promisify(execFile);

export type EmbeddedDatabase = {
  /** Connection address of the superuser, on loopback: for what changes the database itself. */
  url: string;
  /** The same for the role that the running application has (src/db/roles.ts). */
  appUrl: string;
  /** Absolute path of PostgreSQL's own folder. */
  cluster: string;
  /** Where the server leaves each piece of its log of changes (WAL) when it archives them; it waits there to be taken away. */
  spool: string;
  /** Restarts a server that was taken over, when it archives otherwise than asked; says whether it did. @throws StartError */
  applyArchiving: () => Promise<boolean>;
  /** Makes sure that the server runs and answers, on the same address; after it was killed. @throws StartError */
  revive: () => Promise<void>;
  /** Stops the server and waits until it has written everything. */
  stop: () => Promise<void>;
};

type Server = {
  binaries: Binaries;
  cluster: string;
  owner: Owner | undefined;
  password: string;
  settings: Record<string, string>;
};

/** How long a server may take to answer, or one that was killed to be gone: recovery reads what was written since the checkpoint. */
const PATIENCE_MS = 60_000;
/** How long pg_ctl waits for a start, in seconds; one that brings back days of changes reads for long. */
const START_S = 60;
const RECOVERY_S = 6 * 3_600;
/** How long a process may stay in the cluster's folder that is neither its server nor known to be left over from one, in milliseconds. */
const STRANGERS_MS = 5_000;
/** How long the processes of a killed server may take to end when they are told to, in milliseconds. */
const ORPHANS_MS = 1_000;

/**
 * Starts real PostgreSQL in a data folder, or takes over the one that a killed process left running there.
 *
 * PostgreSQL refuses to run as root, so for root it runs as a system user; where that user cannot reach the data folder (one under a
 * home of mode 0700) the cluster is outside, and the folder says where (place.ts).
 *
 * @param dataDir absolute path of the application's data folder
 * @param settings server settings, such as `{ fsync: "off" }` for throw-away test clusters
 * @param archive whether the server leaves its log of changes in the spool folder (src/server/backup/continuous.ts)
 * @throws StartError when the server cannot be prepared or started
 */
export async function startEmbedded(
  dataDir: string,
  settings: Record<string, string> = {},
  archive = false,
): Promise<EmbeddedDatabase> {
  const owner = await databaseOwner();
  const place = findPlace(dataDir, owner);
  const binaries = await findBinaries(owner);
  const password = passwordIn(dataDir, SUPERUSER_PASSWORD);
  if (!place.made) await initialise(binaries, place.cluster, password, owner);
  confirmPlace(dataDir, place.cluster);
  const cluster = realpathSync(place.cluster);
  const spool = spoolOf(cluster);
  if (archive) makeFolder(spool, owner);
  const server = { binaries, cluster, owner, password, settings: { ...settings, ...(archive && archivingTo(spool)) } };
  const port = (await runningPort(server)) ?? (await start(server));
  const [url, appPassword] = [addressOf(server, port), passwordIn(dataDir, "postgres-app-password")];
  await makeAppRole(url, appPassword);
  return {
    url,
    appUrl: address(APP_ROLE, appPassword, port),
    cluster,
    spool,
    applyArchiving: async () => {
      if ((await archivesInto(server, port)) === (archive ? spool : undefined)) return false;
      await stop(server);
      await start(server, port);
      return true;
    },
    revive: async () => {
      if ((await runningPort(server)) === port) return;
      await start(server, port);
    },
    stop: () => stop(server),
  };
}

const address = (role: string, password: string, port: number) => `postgres://${role}:${password}@127.0.0.1:${port}/postgres`;
const addressOf = ({ password }: Server, port: number) => address("academia", password, port);

/** Beside the cluster and not in it, where the server would copy it into each base backup. */
const spoolOf = (cluster: string) => `${cluster}-wal`;

function makeFolder(path: string, owner: Owner | undefined): void {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  if (owner) chownSync(path, owner.uid, owner.gid);
}

/** A piece is full after 16 MB, and handed over after a minute even when it is not. */
const archivingTo = (spool: string) => ({
  archive_mode: "on",
  archive_library: "basic_archive",
  "basic_archive.archive_directory": spool,
  archive_timeout: "60",
});

/** Where the running server leaves its log of changes; undefined when it does not. */
async function archivesInto(server: Server, port: number): Promise<string | undefined> {
  const client = new pg.Client({ connectionString: addressOf(server, port), connectionTimeoutMillis: 5_000 });
  client.on("error", () => {});
  await client.connect();
  try {
    const { rows } = await client.query(
      "select current_setting('archive_mode') as mode, current_setting('basic_archive.archive_directory', true) as folder",
    );
    return rows[0].mode === "on" ? rows[0].folder : undefined;
  } finally {
    await client.end();
  }
}

/**
 * Builds the cluster of an empty data folder from a base backup and the log of changes that followed it, and leaves it stopped.
 * @param fill writes the base backup's files into `cluster`, and the pieces of the log into `wal`
 * @param until the last moment that is brought back; without it everything that is there
 * @throws StartError when the log does not reach that moment, or the server cannot read it
 */
export async function recoverEmbedded(
  dataDir: string,
  fill: (folders: { cluster: string; wal: string }) => Promise<void>,
  until?: Date,
): Promise<void> {
  const owner = await databaseOwner();
  const { cluster } = findPlace(dataDir, owner);
  const binaries = await findBinaries(owner);
  const wal = spoolOf(cluster);
  for (const folder of [cluster, wal]) makeFolder(folder, owner);
  try {
    await fill({ cluster, wal });
    writeFileSync(join(cluster, "recovery.signal"), "");
    for (const folder of [cluster, wal]) give(folder, owner);
    const server: Server = {
      binaries,
      cluster: realpathSync(cluster),
      owner,
      password: passwordIn(dataDir, SUPERUSER_PASSWORD),
      settings: {
        restore_command: `cp "${wal}/%f" "%p"`,
        // with an offset in figures: names of zones are not known yet when this is read
        ...(until && { recovery_target_time: until.toISOString().replace("Z", "+00"), recovery_target_action: "promote" }),
      },
    };
    await start(server)
      .then(() => recovered(server))
      .catch((error: unknown) => {
        throw recoveryError(server, error);
      });
    await stop(server);
    confirmPlace(dataDir, cluster);
  } catch (error) {
    rmSync(cluster, { recursive: true, force: true });
    throw error;
  } finally {
    rmSync(wal, { recursive: true, force: true });
  }
}

/** Waits until the server has brought everything back; before that it answers, but only to readers. @throws Error when it ended */
async function recovered(server: Server): Promise<void> {
  for (;;) {
    const port = await runningPort(server);
    if (port === undefined) throw new StartError(`A restauração do banco em ${server.cluster} parou antes do fim.`);
    const client = new pg.Client({ connectionString: addressOf(server, port) });
    client.on("error", () => {});
    try {
      await client.connect();
      const { rows } = await client.query("select pg_is_in_recovery() as going_on");
      if (!rows[0].going_on) return;
    } catch {
      // ended meanwhile, which the next look finds
    } finally {
      await client.end().catch(() => {});
    }
    await pause(200);
  }
}

/** The server's own log says why it did not get there, and how far it came. */
function recoveryError({ cluster }: Server, error: unknown): unknown {
  const log = join(cluster, "server.log");
  const lines = existsSync(log) ? readFileSync(log, "utf8") : "";
  if (!lines.includes("recovery ended before configured recovery target was reached")) return error;
  const last = /last completed transaction was at log time ([\d-]+ [\d:]+)/.exec(
    lines.slice(lines.lastIndexOf("starting point-in-time")),
  )?.[1];
  return new StartError(
    `As mudanças guardadas não chegam ao momento pedido${last ? `: a última é de ${last} (UTC)` : ""}. Nada foi restaurado. Peça um momento anterior, ou tudo o que há: --to latest`,
  );
}

const SUPERUSER_PASSWORD = "postgres-password";

/** A role's password, made when it is first asked for. */
function passwordIn(dataDir: string, name: string): string {
  const file = join(dataDir, name);
  if (!existsSync(file)) writeFileSync(file, randomBytes(24).toString("hex"), { mode: 0o600 });
  return readFileSync(file, "utf8").trim();
}

/** Builds the cluster beside its place and moves it there whole, so that an interrupted initdb leaves nothing half made. */
async function initialise(binaries: Binaries, cluster: string, password: string, owner: Owner | undefined): Promise<void> {
  const building = `${cluster}.building-${process.pid}`;
  const passwordFile = `${building}.password`;
  rmSync(building, { recursive: true, force: true });
  mkdirSync(building, { mode: 0o700 });
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (owner) {
    chownSync(building, owner.uid, owner.gid);
    chownSync(passwordFile, owner.uid, owner.gid);
  }
  try {
    const options = ["-D", building, "-U", "academia", "--auth=scram-sha-256", `--pwfile=${passwordFile}`, "-E", "UTF8"];
    await run(binaries.initdb, [...options, "--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--locale=C"], {
      ...owner,
      cwd: "/",
    });
    renameSync(building, cluster);
  } catch (error) {
    if (existsSync(join(cluster, "PG_VERSION"))) return; // another start was quicker
    throw new StartError(`Não foi possível preparar o banco de dados em ${cluster}: ${detail(error)}`);
  } finally {
    rmSync(passwordFile, { force: true });
    rmSync(building, { recursive: true, force: true });
  }
}

/**
 * The port of the server that runs on this cluster, once it answers there as this cluster's; undefined when there is none, and then
 * nothing is left of one that was killed.
 * @throws StartError when there is one that neither answers nor ends
 */
async function runningPort(server: Server): Promise<number | undefined> {
  const { cluster, owner } = server;
  const begun = Date.now();
  for (;;) {
    const processes = await processesOf(cluster, owner);
    const noted = readPidFile(cluster);
    const waited = Date.now() - begun;
    if (processes.length === 0) {
      rmSync(join(cluster, "postmaster.pid"), { force: true }); // PostgreSQL would believe the number in it
      return undefined;
    }
    if (noted && processes.includes(noted.pid)) {
      const answer = await ask(server, noted.port);
      if (answer === "ours") return noted.port;
      if (answer === "moved") signal(noted.pid, "SIGINT"); // it still uses the path of before; a fast shutdown
    } else {
      // SIGQUIT ends them at once, also in the middle of a query: recovery follows anyway
      for (const pid of orphansAmong(processes)) signal(pid, waited > ORPHANS_MS ? "SIGKILL" : "SIGQUIT");
      if (waited > STRANGERS_MS) for (const pid of processes) signal(pid, waited > 3 * STRANGERS_MS ? "SIGKILL" : "SIGTERM");
    }
    if (waited > PATIENCE_MS)
      throw new StartError(
        `O banco de dados em ${cluster} já está em execução (processo ${processes[0]}), mas não responde. Espere um minuto e tente de novo; se continuar, encerre esse processo.`,
      );
    await pause(50);
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {} // it ended meanwhile
}

/** Whether the server on a port is this cluster's, and uses the path that it has now. */
async function ask(server: Server, port: number): Promise<"ours" | "moved" | "no"> {
  const client = new pg.Client({ connectionString: addressOf(server, port), connectionTimeoutMillis: 2_000 });
  client.on("error", () => {});
  try {
    await client.connect();
    const { rows: folders } = await client.query("select current_setting('data_directory') as folder");
    if (folders[0].folder !== server.cluster) return "moved"; // its process works in our folder, but names it as it was
    const { rows } = await client.query("select system_identifier::text as identifier from pg_control_system()");
    return rows[0].identifier === clusterIdentifier(server.cluster) ? "ours" : "no";
  } catch {
    return "no"; // still starting, stopping, or somebody else's
  } finally {
    await client.end().catch(() => {});
  }
}

/** @param given the port to listen on; without it one that is free, and another one when somebody else was quicker */
async function start(server: Server, given?: number): Promise<number> {
  const { cluster } = server;
  const log = join(cluster, "server.log");
  const patience = "restore_command" in server.settings ? RECOVERY_S : START_S;
  for (let tries = 1; ; tries += 1) {
    const port = given ?? (await freePort());
    const all = {
      listen_addresses: "127.0.0.1",
      port: String(port),
      unix_socket_directories: "",
      timezone: "UTC",
      ...server.settings,
    };
    const options = Object.entries(all).map(([name, value]) => `-c ${name}='${value}'`);
    try {
      await pgCtl(server, ["start", "-D", cluster, "-l", log, "-w", "-t", String(patience), "-o", options.join(" ")]);
      return port;
    } catch (error) {
      const tail = existsSync(log) ? readFileSync(log, "utf8").trim().split("\n").slice(-5).join("\n") : "";
      const other = await runningPort(server); // another start was quicker
      if (other !== undefined && (given ?? other) === other) return other;
      if (tries < 3 && !given) continue;
      throw new StartError(`O banco de dados em ${cluster} não iniciou: ${detail(error)}\n${tail}`);
    }
  }
}

async function stop(server: Server): Promise<void> {
  const noted = readPidFile(server.cluster);
  const processes = await processesOf(server.cluster, server.owner);
  if (!noted || !processes.includes(noted.pid)) return;
  await pgCtl(server, ["stop", "-D", server.cluster, "-m", "fast", "-w", "-t", "60"]);
}

/** pg_ctl leaves the server running on its own, so its output must not keep a pipe of ours open. */
async function pgCtl({ binaries, owner }: Server, args: string[]): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const child = spawn(binaries.pg_ctl, args, {
      ...owner,
      cwd: "/",
      stdio: "ignore",
      env: { PATH: process.env.PATH, LC_ALL: "C" },
    });
    child.once("error", reject);
    child.once("exit", (code) => (code === 0 ? resolve() : reject(new Error(`pg_ctl ${args[0]} terminou com o código ${code}`))));
  });
}

async function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => (address && typeof address === "object" ? resolve(address.port) : reject(new Error("no port"))));
    });
  });
}

function detail(error: unknown): string {
  const stderr = (error as { stderr?: string }).stderr?.trim();
  return stderr || (error instanceof Error ? error.message : String(error));
}
