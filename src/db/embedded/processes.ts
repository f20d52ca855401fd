import { execFile } from "node:child_process";
import { existsSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { platform } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Owner } from "./system-user.ts";

const run = promisify(execFile);

/** What PostgreSQL writes into `postmaster.pid`: first line the process, fourth the port. */
export function readPidFile(cluster: string): { pid: number; port: number } | undefined {
  const file = join(cluster, "postmaster.pid");
  if (!existsSync(file)) return undefined;
  const [pid, , , port] = readFileSync(file, "utf8").split("\n");
  return { pid: Number(pid), port: Number(port) };
}

/**
 * The processes of PostgreSQL that work in a cluster's folder. A number in `postmaster.pid` proves nothing: it may by now be
 * another program's, as after the crash of a container, or that of a process that has ended and was not waited for.
 */
export async function processesOf(cluster: string, owner: Owner | undefined): Promise<number[]> {
  if (platform() !== "linux") return postmasterByCommand(cluster);
  const candidates = readdirSync("/proc").filter((name) => /^\d+$/.test(name) && isPostgres(name));
  const folders = await Promise.all(candidates.map((pid) => workingFolder(pid, owner)));
  return candidates.filter((_, index) => folders[index] === cluster).map(Number);
}

/**
 * Those of a cluster's processes that serve a server which was killed: they have its children's title, and their parent is not among
 * them. They can do nothing useful any more. A server that another start has just begun is never one of them.
 */
export function orphansAmong(processes: number[]): number[] {
  if (platform() !== "linux") return [];
  return processes.filter((pid) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, "utf8").startsWith("postgres: ") && !processes.includes(statusOf(pid).parent);
    } catch {
      return false; // ended meanwhile
    }
  });
}

function isPostgres(pid: string): boolean {
  try {
    const { name, state } = statusOf(pid);
    return name === "postgres" && state !== "Z" && state !== "X";
  } catch {
    return false; // ended meanwhile
  }
}

function statusOf(pid: number | string): { name: string | undefined; state: string | undefined; parent: number } {
  const [, name, state, parent] = /\((.*)\) (\S) (\d+)/s.exec(readFileSync(`/proc/${pid}/stat`, "utf8")) ?? [];
  return { name, state, parent: Number(parent) };
}

/** In a container root may lack the right to look at others' processes; the owner never lacks it. */
async function workingFolder(pid: string, owner: Owner | undefined): Promise<string | undefined> {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    const look = run("readlink", [`/proc/${pid}/cwd`], { ...owner, cwd: "/" });
    return look.then(
      ({ stdout }) => stdout.trim(),
      () => undefined,
    );
  }
}

/** Where there is no /proc: the process that `postmaster.pid` names, if its command line names the cluster. */
async function postmasterByCommand(cluster: string): Promise<number[]> {
  const pid = readPidFile(cluster)?.pid;
  if (!pid) return [];
  const command = await run("ps", ["-o", "command=", "-p", String(pid)]).then(
    ({ stdout }) => stdout,
    () => "",
  );
  return command.includes("postgres") && command.includes(cluster) ? [pid] : [];
}
