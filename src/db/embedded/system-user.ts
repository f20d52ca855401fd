import { execFile } from "node:child_process";
import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { promisify } from "node:util";
import { ConfigurationError } from "../start-error.ts";

const run = promisify(execFile);

export type Owner = { uid: number; gid: number };

/** Where root keeps what another system user has to reach: only root may write there. */
export const SHARED_FOLDER = "/var/lib/academia-rito-york";

/**
 * PostgreSQL refuses to run as root: where the process is root, the system user that runs it and owns the cluster, which is `postgres`
 * if the machine has it, or one made for this. Undefined for an ordinary user, who runs it themselves.
 * @throws ConfigurationError
 */
export async function databaseOwner(): Promise<Owner | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const find = (name: string): Owner | undefined => {
    const line = readFileSync("/etc/passwd", "utf8")
      .split("\n")
      .find((entry) => entry.startsWith(`${name}:`));
    const [, , uid, gid] = line?.split(":") ?? [];
    return uid && gid ? { uid: Number(uid), gid: Number(gid) } : undefined;
  };
  const existing = find("postgres") ?? find("academia-postgres");
  if (existing) return existing;
  await run("useradd", ["--system", "--no-create-home", "--shell", "/usr/sbin/nologin", "academia-postgres"]).catch(
    () => undefined,
  );
  const made = find("academia-postgres") ?? find("nobody");
  if (!made)
    throw new ConfigurationError("O PostgreSQL não roda como root e não há outro usuário do sistema. Defina DATABASE_URL.");
  return made;
}

/** Whether a user who is not the owner may walk through every folder above (and including) this path. */
export function reachable(path: string): boolean {
  for (let folder = path; ; folder = dirname(folder)) {
    if (existsSync(folder) && (statSync(folder).mode & 0o001) === 0) return false;
    if (folder === dirname(folder)) return true;
  }
}
