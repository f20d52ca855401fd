import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chownSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { StartError } from "../start-error.ts";
import type { Binaries } from "./binaries.ts";
import type { Owner } from "./system-user.ts";

const run = promisify(execFile);

export const SUPERUSER_PASSWORD = "postgres-password";

/** A role's password, made when it is first asked for. */
export function passwordIn(dataDir: string, name: string): string {
  const file = join(dataDir, name);
  if (!existsSync(file)) {
    // on the disk before the cluster that it opens: the power may go at any time
    writeFileSync(`${file}.new`, randomBytes(24).toString("hex"), { mode: 0o600, flush: true });
    renameSync(`${file}.new`, file);
  }
  return readFileSync(file, "utf8").trim();
}

/** Builds the cluster beside its place and moves it there whole, so that an interrupted initdb leaves nothing half made. */
export async function initialise(binaries: Binaries, cluster: string, password: string, owner: Owner | undefined): Promise<void> {
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

/** What a command that failed says of it. */
export function detail(error: unknown): string {
  const stderr = (error as { stderr?: string }).stderr?.trim();
  return stderr || (error instanceof Error ? error.message : String(error));
}
