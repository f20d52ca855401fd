import { spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { StartError } from "../start-error.ts";
import type { Binaries } from "./binaries.ts";
import { detail } from "./cluster.ts";
import { clusterIdentifier } from "./place.ts";
import { orphansAmong, processesOf, readPidFile } from "./processes.ts";
import type { Owner } from "./system-user.ts";

/** PostgreSQL on one cluster, whether it runs or not. */
export type Server = {
  binaries: Binaries;
  cluster: string;
  owner: Owner | undefined;
  password: string;
  settings: Record<string, string>;
};

/** How long a server may take to answer, or one that was killed to be gone: recovery reads what was written since the checkpoint. */
const PATIENCE_MS = 60_000;
/** How long pg_ctl waits for a start, in seconds. */
const START_S = 60;
/** How long a process may stay in the cluster's folder that is neither its server nor known to be left over from one, in milliseconds. */
const STRANGERS_MS = 5_000;
/** How long the processes of a killed server may take to end when they are told to, in milliseconds. */
const ORPHANS_MS = 1_000;

/** The address of a role on loopback, or where it can be had by the socket in a folder. */
export const address = (role: string, password: string, port: number, folder?: string) =>
  `postgres://${role}:${password}@127.0.0.1:${port}/postgres${folder ? `?host=${encodeURIComponent(folder)}` : ""}`;
export const addressOf = ({ password }: Server, port: number, folder?: string) => address("academia", password, port, folder);

const SOCKET = ".s.PGSQL.";
const socketOf = (cluster: string, port: number) => join(cluster, `${SOCKET}${port}`);
/** What an address of a Unix socket may take on every system, in bytes. */
const LONGEST_SOCKET = 103;

/**
 * Where the server makes its Unix socket: in its own folder, which nobody else can enter. By it a statement costs both sides half of what it
 * costs by loopback. Empty where the path is too long for an address, or has signs that the setting would have to escape.
 */
function socketPlace(cluster: string): string {
  const path = socketOf(cluster, 65_535);
  return process.platform !== "win32" && path.length <= LONGEST_SOCKET && /^[\w./-]+$/.test(path) ? cluster : "";
}

/**
 * The folder of the running server's socket; undefined where it does not answer by one: an older version starts it without, and does not take away
 * what another server has left.
 */
export const socketFolder = async (server: Server, port: number): Promise<string | undefined> =>
  existsSync(socketOf(server.cluster, port)) && (await ask(server, port, server.cluster)) === "ours" ? server.cluster : undefined;

/**
 * The port of the server that runs on this cluster, once it answers there as this cluster's; undefined when there is none, and then
 * nothing is left of one that was killed.
 * @throws StartError when there is one that neither answers nor ends
 */
export async function runningPort(server: Server): Promise<number | undefined> {
  const { cluster, owner } = server;
  const begun = Date.now();
  for (;;) {
    const processes = await processesOf(cluster, owner);
    const noted = readPidFile(cluster);
    const waited = Date.now() - begun;
    if (processes.length === 0) {
      rmSync(join(cluster, "postmaster.pid"), { force: true }); // PostgreSQL would believe the number in it
      for (const name of readdirSync(cluster)) if (name.startsWith(SOCKET)) rmSync(join(cluster, name), { force: true });
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
async function ask(server: Server, port: number, folder?: string): Promise<"ours" | "moved" | "no"> {
  const client = new pg.Client({ connectionString: addressOf(server, port, folder), connectionTimeoutMillis: 2_000 });
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
export async function start(server: Server, given?: number): Promise<number> {
  const { cluster } = server;
  const log = join(cluster, "server.log");
  let place = socketPlace(cluster);
  for (let tries = 1; ; tries += 1) {
    const port = given ?? (await freePort());
    const all = {
      listen_addresses: "127.0.0.1",
      port: String(port),
      unix_socket_directories: place,
      timezone: "UTC",
      ...server.settings,
    };
    const options = Object.entries(all).map(([name, value]) => `-c ${name}='${value}'`);
    try {
      await pgCtl(server, ["start", "-D", cluster, "-l", log, "-w", "-t", String(START_S), "-o", options.join(" ")]);
      return port;
    } catch (error) {
      const tail = existsSync(log) ? readFileSync(log, "utf8").trim().split("\n").slice(-5).join("\n") : "";
      const other = await runningPort(server); // another start was quicker
      if (other !== undefined && (given ?? other) === other) return other;
      const refused = place !== "" && /Unix|\.s\.PGSQL\./.test(tail);
      if (refused) place = ""; // some file systems have no sockets
      if (tries < 3 && (!given || refused)) continue;
      throw new StartError(`O banco de dados em ${cluster} não iniciou: ${detail(error)}\n${tail}`);
    }
  }
}

export async function stop(server: Server): Promise<void> {
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
