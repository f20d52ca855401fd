import { execFile, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chownSync, existsSync, mkdirSync, readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import pg from "pg";
import { StartError } from "../start-error.ts";
import { type Binaries, findBinaries } from "./binaries.ts";
import { clusterIdentifier, confirmPlace, findPlace } from "./place.ts";
import { processesOf, readPidFile } from "./processes.ts";
import { databaseOwner, type Owner } from "./system-user.ts";

const run = promisify(execFile);

export type EmbeddedDatabase = {
  /** Connection address of the superuser, on loopback. */
  url: string;
  /** Absolute path of PostgreSQL's own folder. */
  cluster: string;
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
/** How long the processes of a killed server may go on by themselves. They notice its end within a second, unless a query holds them. */
const ORPHANS_MS = 5_000;

/**
 * Starts real PostgreSQL in a data folder, or takes over the one that a killed process left running there.
 *
 * PostgreSQL refuses to run as root, so for root it runs as a system user; where that user cannot reach the data folder (one under a
 * home of mode 0700) the cluster is outside, and the folder says where (place.ts).
 *
 * @param dataDir absolute path of the application's data folder
 * @param settings server settings, such as `{ fsync: "off" }` for throw-away test clusters
 * @throws StartError when the server cannot be prepared or started
 */
export async function startEmbedded(dataDir: string, settings: Record<string, string> = {}): Promise<EmbeddedDatabase> {
  const owner = await databaseOwner();
  const place = findPlace(dataDir, owner);
  const binaries = await findBinaries(owner);
  const password = clusterPassword(dataDir);
  if (!place.made) await initialise(binaries, place.cluster, password, owner);
  confirmPlace(dataDir, place.cluster);
  const server = { binaries, cluster: realpathSync(place.cluster), owner, password, settings };
  const port = (await runningPort(server)) ?? (await start(server));
  return {
    url: addressOf(server, port),
    cluster: server.cluster,
    revive: async () => {
      if ((await runningPort(server)) === port) return;
      await start(server, port);
    },
    stop: () => stop(server),
  };
}

const addressOf = ({ password }: Server, port: number) => `postgres://academia:${password}@127.0.0.1:${port}/postgres`;

function clusterPassword(dataDir: string): string {
  const file = join(dataDir, "postgres-password");
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
      if (answer === "moved") process.kill(noted.pid, "SIGINT"); // it still uses the path of before; a fast shutdown
    } else if (waited > ORPHANS_MS) {
      for (const pid of processes) signal(pid, waited > 3 * ORPHANS_MS ? "SIGKILL" : "SIGTERM");
    }
    if (waited > PATIENCE_MS)
      throw new StartError(
        `O banco de dados em ${cluster} já está em execução (processo ${processes[0]}), mas não responde. Espere um minuto e tente de novo; se continuar, encerre esse processo.`,
      );
    await pause(100);
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
      await pgCtl(server, ["start", "-D", cluster, "-l", log, "-w", "-t", "60", "-o", options.join(" ")]);
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
