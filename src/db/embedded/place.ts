import { randomUUID } from "node:crypto";
import {
  chmodSync,
  closeSync,
  existsSync,
  lchownSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, isAbsolute, join, resolve } from "node:path";
import { commandWords } from "#app/command-words.ts";
import { ConfigurationError } from "../start-error.ts";
import { SUPERUSER_PASSWORD } from "./cluster.ts";
import { type Owner, reachable, SHARED_FOLDER } from "./system-user.ts";

/** What a data folder says about its database, in `database.json`. */
type Marker = {
  /** Folder of the cluster: relative to the data folder, or absolute where the database's user cannot reach that. */
  cluster: string;
  /** PostgreSQL's own number for the cluster, in decimal; null until it has been made. */
  identifier: string | null;
};

const RESTORE_ELSEWHERE = commandWords("restore", "<arquivo>", "DATA_DIR=./outra");

const MARKER = "database.json";
/** Beside a cluster that is not in its data folder: the path of that folder. */
const CLAIM = "data-folder.txt";

/**
 * The folder of the data folder's cluster, which is made by the caller when `made` is false.
 *
 * The data folder says itself where its database is, and which one it is, so that a folder that was moved, renamed, copied or only
 * half restored never begins with a new empty database.
 * @throws ConfigurationError when the database that belongs to the folder is not there, or is not this folder's
 */
export function findPlace(dataDir: string, owner: Owner | undefined): { cluster: string; made: boolean } {
  const marker = readMarker(dataDir) ?? newMarker(dataDir, owner);
  const cluster = resolve(dataDir, marker.cluster);
  const found = clusterIdentifier(cluster);
  if (!found && marker.identifier !== null)
    throw new ConfigurationError(
      `O banco de dados da pasta ${dataDir} deveria estar em ${cluster}, e não está. Nada foi criado nem mudado. Traga essa pasta de volta, ou restaure uma cópia de segurança em uma pasta vazia: ${RESTORE_ELSEWHERE}. Para começar sem os dados, escolha outra pasta: DATA_DIR=./nova npm start`,
    );
  if (found && marker.identifier && marker.identifier !== found)
    throw new ConfigurationError(
      `O banco de dados em ${cluster} não é o da pasta ${dataDir}: foi trocado por outro. Nada foi mudado. Traga de volta o banco certo, ou restaure uma cópia de segurança em uma pasta vazia: ${RESTORE_ELSEWHERE}`,
    );
  if (isAbsolute(marker.cluster)) claim(dataDir, marker, dirname(cluster));
  if (owner && !reachable(dirname(cluster)))
    throw new ConfigurationError(
      `O usuário do sistema que roda o PostgreSQL não alcança a pasta ${cluster}. Mova ${dataDir} para onde todos possam entrar, como /var/lib, ou rode a Academia com um usuário que não seja root.`,
    );
  if (found) own(cluster, owner);
  return { cluster, made: found !== undefined };
}

/** Writes down which cluster belongs to the data folder, once it has been made. */
export function confirmPlace(dataDir: string, cluster: string): void {
  const marker = readMarker(dataDir);
  writeMarker(dataDir, { cluster: marker?.cluster ?? cluster, identifier: clusterIdentifier(cluster) ?? null });
}

/** The number that initdb gave to a cluster: the first eight bytes of its control file. Undefined where there is no cluster. */
export function clusterIdentifier(cluster: string): string | undefined {
  const file = join(cluster, "global/pg_control");
  if (!existsSync(join(cluster, "PG_VERSION")) || !existsSync(file)) return undefined;
  const bytes = Buffer.alloc(8);
  const handle = openSync(file, "r");
  readSync(handle, bytes, 0, 8, 0);
  closeSync(handle);
  return bytes.readBigUInt64LE().toString();
}

/** What a data folder has only after its marker was written: where they are without it, a database is there that must not be passed over. */
const OF_A_DATABASE = ["postgres", SUPERUSER_PASSWORD];

function readMarker(dataDir: string): Marker | undefined {
  const file = join(dataDir, MARKER);
  if (!existsSync(file) && !OF_A_DATABASE.some((name) => existsSync(join(dataDir, name)))) return undefined;
  try {
    const { cluster, identifier } = JSON.parse(readFileSync(file, "utf8"));
    if (typeof cluster === "string" && (typeof identifier === "string" || identifier === null)) return { cluster, identifier };
  } catch {} // told below
  throw new ConfigurationError(
    `O arquivo ${file} diz onde está o banco de dados, e não pôde ser lido. Traga-o de volta de uma cópia, ou restaure uma cópia de segurança em uma pasta vazia: ${RESTORE_ELSEWHERE}`,
  );
}

function writeMarker(dataDir: string, marker: Marker): void {
  const file = join(dataDir, MARKER);
  writeFileSync(`${file}.new`, `${JSON.stringify(marker)}\n`, { flush: true });
  renameSync(`${file}.new`, file);
}

function newMarker(dataDir: string, owner: Owner | undefined): Marker {
  const inside = !owner || reachable(dataDir);
  const marker = { cluster: inside ? "postgres" : join(SHARED_FOLDER, randomUUID(), "postgres"), identifier: null };
  writeMarker(dataDir, marker);
  return marker;
}

/** A cluster outside belongs to one data folder: one that was renamed keeps it, a copy of it does not get it. */
function claim(dataDir: string, marker: Marker, folder: string): void {
  const file = join(folder, CLAIM);
  const holder = existsSync(file) ? readFileSync(file, "utf8").trim() : dataDir;
  if (holder !== dataDir && existsSync(join(holder, MARKER)) && readMarker(holder)?.cluster === marker.cluster)
    throw new ConfigurationError(
      `A pasta ${dataDir} é uma cópia de ${holder}, e o banco de dados (em ${resolve(dataDir, marker.cluster)}) é um só, o daquela. Nada foi mudado. Para uma segunda academia com os mesmos dados: ${commandWords("backup")} na primeira, e ${RESTORE_ELSEWHERE}`,
    );
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  writeFileSync(file, `${dataDir}\n`);
}

/** A copy made by root belongs to root, and one made by others may be open to others: PostgreSQL would refuse both. */
function own(cluster: string, owner: Owner | undefined): void {
  const { uid, mode } = statSync(cluster);
  if (uid !== owner?.uid) give(cluster, owner);
  if (!owner && process.getuid && uid !== process.getuid())
    throw new ConfigurationError(
      `O banco de dados em ${cluster} é de outro usuário do sistema. Inicie a Academia com ele, ou dê-lhe a pasta: chown -R`,
    );
  if ((mode & 0o077) !== 0) chmodSync(cluster, 0o700);
}

/** Makes a folder and all in it the database's user's, where that is not the one who asks. */
function give(folder: string, owner: Owner | undefined): void {
  if (!owner) return;
  for (const name of ["", ...(readdirSync(folder, { recursive: true }) as string[])])
    lchownSync(join(folder, name), owner.uid, owner.gid);
}
