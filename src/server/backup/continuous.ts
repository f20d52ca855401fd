import { createReadStream, createWriteStream, existsSync } from "node:fs";
import { copyFile, mkdir, open, readdir, readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { generateX25519Identity, identityToRecipient } from "age-encryption";
import pg from "pg";
import * as tar from "tar";
import type { Env } from "../env.ts";
import type { Log } from "../log.ts";
import { backupFolder } from "./daily.ts";
import { backupKeys, encrypt, type Keys, openSealed } from "./encryption.ts";
import { baseMoment, baseName, expendableParts } from "./retention.ts";

/**
 * The archive from which any minute of the last days can be brought back (docs/decisions/0020-any-minute-of-the-last-days.md): each day
 * a copy of the embedded database's folder ("base"), every piece of its log of changes ("wal") and the uploaded files. Each part is
 * gzipped, and encrypted as backups are.
 */
export const continuousFolder = (env: Pick<Env, "BACKUP_DIR" | "DATA_DIR">): string => join(backupFolder(env), "continuous");

/** In the data folder: which archive it goes on with. */
const NOTE = "continuous.json";
/** In an archive that is encrypted with the passphrase: its own secret key, so that not every piece costs a passphrase's work. */
export const ARCHIVE_KEY = "key.age";
const COLLECT_MS = 5_000;
const DAY_MS = 86_400_000;
const SEGMENT = /^[0-9A-F]{24}$|^[0-9A-F]{8}\.history$/;
/** What the server writes of its own about an archive, and is not needed to read it. */
const REMARK = /\.(backup|partial)$/;

type Note = {
  name: string;
  /** A copied or renamed data folder begins an archive of its own, and never writes into another's. */
  dataDir: string;
  recipients: string[];
};

export type ContinuousArchive = {
  /** Goes on until it is stopped: pieces each few seconds, a base each day, and what is too old is removed. */
  start: () => void;
  stop: () => Promise<void>;
  /** Takes what the server has left so far. */
  collect: () => Promise<void>;
};

/**
 * @param database address of the embedded server's superuser, and its spool folder
 * @throws StartError when the keys cannot be read
 */
export async function openContinuous(
  env: Env,
  log: Log,
  { url, spool }: { url: string; spool: string },
): Promise<ContinuousArchive> {
  const { name, recipients } = await currentArchive(env);
  const archive = join(continuousFolder(env), name);
  const keys: Keys = { recipients };
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  let stopped = false;

  const collect = async () => {
    const pieces = (await readdir(spool)).sort();
    // Files first: a row in one of these pieces names only files that were stored before it.
    await mirrorFiles(join(env.DATA_DIR, "files"), archive, keys);
    for (const piece of pieces) {
      if (REMARK.test(piece)) await rm(join(spool, piece));
      if (!SEGMENT.test(piece)) continue;
      await store(createReadStream(join(spool, piece)), join(archive, "wal", piece), keys);
      await rm(join(spool, piece));
    }
  };
  const round = async () => {
    await collect();
    const [newest] = (await basesOf(archive)).reverse();
    if (newest && Date.now() - newest.at.getTime() < DAY_MS) return;
    await takeBase(env, url, spool, archive, keys);
    const from = new Date(Date.now() - env.BACKUP_CONTINUOUS_DAYS * DAY_MS);
    await removeOld(continuousFolder(env), name, join(env.DATA_DIR, "files"), from);
  };
  const goOn = () => {
    running = round()
      .catch((err: unknown) => log.error({ err }, "the continuous backup could not be continued; trying again"))
      .then(() => {
        if (!stopped) timer = setTimeout(goOn, COLLECT_MS).unref();
      });
  };
  return {
    start: goOn,
    collect,
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}

/** Ends an archive: what is written from now on is in none, so the next one begins with a base of its own. */
export async function endContinuous(env: Env, spool: string): Promise<void> {
  await rm(join(env.DATA_DIR, NOTE), { force: true });
  await rm(spool, { recursive: true, force: true });
}

/** From when to when a moment can be brought back; undefined where nothing is archived. */
export async function continuousReach(env: Env): Promise<{ from: Date | undefined; to: Date | undefined } | undefined> {
  if (env.BACKUP_CONTINUOUS === "no") return undefined;
  const note = await readNote(env);
  if (!note) return { from: undefined, to: undefined };
  const archive = join(continuousFolder(env), note.name);
  const [oldest] = await basesOf(archive);
  const newest = (await partsOf(archive, "wal")).at(-1);
  const to = newest && (await stat(join(archive, "wal", newest)).catch(() => undefined));
  return { from: oldest?.at, to: to ? to.mtime : undefined };
}

export type Base = { file: string; at: Date; segment: string };

/** Names of what an archive has of one kind, in order; what was cut off while being written is not of it. */
export async function partsOf(archive: string, kind: "base" | "wal" | "files"): Promise<string[]> {
  const names = await readdir(join(archive, kind)).catch(() => []);
  return names.filter((name) => !name.endsWith(".part")).sort();
}

/** The bases of an archive, oldest first. */
export async function basesOf(archive: string): Promise<Base[]> {
  return (await partsOf(archive, "base"))
    .flatMap((name) => {
      const base = baseMoment(name);
      return base ? [{ file: join(archive, "base", name), ...base }] : [];
    })
    .sort((one, other) => one.at.getTime() - other.at.getTime());
}

async function readNote(env: Env): Promise<Note | undefined> {
  return readFile(join(env.DATA_DIR, NOTE), "utf8").then(
    (json) => JSON.parse(json) as Note,
    () => undefined,
  );
}

/** The archive that the data folder has, or a new one where it has none, is another folder by now, or is encrypted otherwise. */
async function currentArchive(env: Env): Promise<Note> {
  const note = await readNote(env);
  const keys = await backupKeys(env);
  const known = note?.dataDir === env.DATA_DIR && existsSync(join(continuousFolder(env), note.name));
  if (known && String(await wantedRecipients(join(continuousFolder(env), note.name), keys)) === String(note.recipients))
    return note;

  const name = new Date().toISOString().slice(0, 19).replaceAll(":", "-");
  const archive = join(continuousFolder(env), name);
  for (const part of ["base", "wal", "files"]) await mkdir(join(archive, part), { recursive: true, mode: 0o700 });
  if (keys.passphrase) {
    const secret = await generateX25519Identity();
    await store(Readable.from([secret]), join(archive, ARCHIVE_KEY), keys, "");
  }
  const fresh = { name, dataDir: env.DATA_DIR, recipients: (await wantedRecipients(archive, keys)) ?? [] };
  const file = join(env.DATA_DIR, NOTE);
  await writeFile(`${file}.new`, JSON.stringify(fresh), { mode: 0o600, flush: true });
  await rename(`${file}.new`, file);
  return fresh;
}

/** Whom an archive's parts are to be encrypted for; undefined where its own key does not open with the passphrase of now. */
async function wantedRecipients(archive: string, keys: Keys): Promise<string[] | undefined> {
  if (keys.recipients?.length) return [...keys.recipients];
  if (!keys.passphrase) return [];
  const secret = await archiveIdentity(archive, keys);
  return secret === undefined ? undefined : [await identityToRecipient(secret)];
}

/** The secret key of an archive that is encrypted with the passphrase; undefined where it has none or the passphrase is another. */
async function archiveIdentity(archive: string, keys: Keys): Promise<string | undefined> {
  return openSealed(join(archive, ARCHIVE_KEY), keys).then(text, () => undefined);
}

/** What opens an archive's parts. @throws StartError when the passphrase does not open its key */
export async function archiveKeys(archive: string, keys: Keys): Promise<Keys> {
  if (!existsSync(join(archive, ARCHIVE_KEY))) return keys;
  return { identities: [await text(await openSealed(join(archive, ARCHIVE_KEY), keys))] };
}

/** Writes a part whole or not at all. @param target its path, without the endings for gzip and encryption */
async function store(source: Readable, target: string, keys: Keys, endings?: string): Promise<void> {
  const encrypted = Boolean(keys.recipients?.length);
  const file = `${target}${endings ?? (encrypted ? ".gz.age" : ".gz")}`;
  const zipped = source.pipe(createGzip());
  source.once("error", (error) => zipped.destroy(error));
  try {
    await pipeline(await encrypt(zipped, keys), createWriteStream(`${file}.part`, { mode: 0o600, flush: true }));
    await rename(`${file}.part`, file);
  } finally {
    await rm(`${file}.part`, { force: true });
  }
  const parent = await open(dirname(file));
  await parent.sync().finally(() => parent.close());
}

/** Stored files never change, so each is copied once; one that the product removed is kept as long as a moment that has it. */
async function mirrorFiles(from: string, archive: string, keys: Keys): Promise<void> {
  const to = join(archive, "files");
  const copied = new Set((await partsOf(archive, "files")).map((name) => name.split(".")[0]));
  const entries = await readdir(from, { recursive: true, withFileTypes: true }).catch(() => []);
  for (const entry of entries) {
    if (!entry.isFile() || entry.name.includes(".") || copied.has(entry.name)) continue;
    await store(createReadStream(join(entry.parentPath, entry.name)), join(to, entry.name), keys).catch(
      (error: NodeJS.ErrnoException) => {
        if (error.code !== "ENOENT") throw error; // removed by its owner meanwhile
      },
    );
  }
}

/** The server itself copies its folder while it works (BASE_BACKUP of the replication protocol), beside the spool's pieces. */
async function takeBase(env: Env, url: string, spool: string, archive: string, keys: Keys): Promise<void> {
  for (const name of await readdir(spool)) if (name.startsWith("base")) await rm(join(spool, name), { recursive: true }); // a crash cut one off
  const folder = join(spool, "base");
  const client = new pg.Client({ connectionString: url, replication: "database" } as pg.ClientConfig);
  client.on("error", () => {}); // each query says it too
  await client.connect();
  try {
    const target = `TARGET 'server', TARGET_DETAIL '${folder.replaceAll("'", "''")}'`;
    const results = (await client.query(
      `BASE_BACKUP (${target}, CHECKPOINT 'fast', MANIFEST 'no')`,
    )) as unknown as pg.QueryResult[];
    const at = new Date(); // a moment before the copy's end cannot be brought back from it
    const { rows } = await client.query(`select pg_walfile_name('${results[0]!.rows[0].recptr}') as segment`);
    const signing = env.AUTH_SECRET_FROM === "data-folder" ? ["auth-secret"] : [];
    for (const secret of ["postgres-password", ...signing])
      if (existsSync(join(env.DATA_DIR, secret))) await copyFile(join(env.DATA_DIR, secret), join(folder, secret));
    const packed = tar.create({ cwd: folder, portable: true }, await readdir(folder)) as unknown as Readable;
    await store(Readable.from(packed), join(archive, "base", baseName(at, rows[0].segment)), keys);
  } finally {
    await client.end();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Lets go what no moment since `from` needs. @param current the archive that goes on; `files` are those of its data folder */
async function removeOld(folder: string, current: string, files: string, from: Date): Promise<void> {
  for (const name of await readdir(folder)) {
    const archive = join(folder, name);
    const [bases, segments] = await Promise.all([basesOf(archive), partsOf(archive, "wal")]);
    const newest = segments.at(-1);
    const last = newest ? (await stat(join(archive, "wal", newest))).mtime : (bases.at(-1)?.at ?? (await stat(archive)).mtime);
    const gone = expendableParts(bases, segments, from);
    if (name !== current && last < from) await rm(archive, { recursive: true });
    else for (const path of [...gone.bases, ...gone.segments.map((piece) => join(archive, "wal", piece))]) await rm(path);
  }
  await forgetFiles(join(folder, current, "files"), files, from);
}

/** A copied file's date says when the product still had it. */
async function forgetFiles(mirror: string, files: string, from: Date): Promise<void> {
  const now = new Date();
  for (const name of await readdir(mirror)) {
    const [id] = name.split(".") as [string];
    const copy = join(mirror, name);
    if (existsSync(join(files, id.slice(0, 2), id))) await utimes(copy, now, now);
    else if ((await stat(copy)).mtimeMs < from.getTime() - DAY_MS) await rm(copy);
  }
}
