import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, mkdtemp, open, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import pg from "pg";
import * as tar from "tar";
import { borrowEmbedded } from "#app/db/embedded/owner.ts";
import { recoverEmbedded } from "#app/db/embedded/recovery.ts";
import { StartError } from "#app/db/start-error.ts";
import type { Env } from "../env.ts";
import { archiveKeys, type Base, basesOf, partsOf } from "./continuous.ts";
import { backupKeys, type Keys, openSealed, unreadable } from "./encryption.ts";
import { clearAfterFailure, requireEmptyFolder } from "./restore.ts";
import { placeInLog } from "./retention.ts";

/** A piece of the log is written in steps of this size; steps that hold nothing take no place on the disk. */
const STEP = 65_536;

/**
 * Fills an empty data folder with the academy of a moment, from an archive that the embedded database has left (continuous.ts).
 * @param folder of the archives
 * @param until the moment; without it the last that the archive has
 * @returns stored files that the database names and that the archive does not have
 * @throws StartError when there is something already, or the archive does not reach the moment, or does not open
 */
export async function restoreMoment(
  folder: string,
  until: Date | undefined,
  env: Env,
): Promise<{ base: Date; missingFiles: string[] }> {
  if (env.DATABASE_URL)
    throw new StartError("--to só existe com o banco embutido. Com DATABASE_URL, volte ao momento pelas cópias desse servidor.");
  await requireEmptyFolder(env.DATA_DIR);
  const { archive, base, next } = await findBase(folder, until);
  const keys = await archiveKeys(archive, await backupKeys(env));
  const unpacked = await mkdtemp(join(env.DATA_DIR, ".restoring-"));
  try {
    await recoverEmbedded(
      env.DATA_DIR,
      async ({ cluster, wal }) => {
        await extract(base.file, unpacked, keys);
        await pipeline(
          createReadStream(join(unpacked, "base.tar")),
          tar.extract({ cwd: cluster, strict: true }) as unknown as NodeJS.WritableStream,
        );
        await rm(join(unpacked, "base.tar"));
        for (const secret of await readdir(unpacked)) await rename(join(unpacked, secret), join(env.DATA_DIR, secret));
        await unpackLog(archive, wal, base, next, keys);
      },
      until,
    );
    return { base: base.at, missingFiles: await bringFiles(env, archive, keys) };
  } catch (error) {
    await clearAfterFailure(env.DATA_DIR);
    throw error;
  } finally {
    await rm(unpacked, { recursive: true, force: true });
  }
}

type Found = {
  archive: string;
  base: Base /** Of the same archive; the log from here on is younger than what is asked for. */;
  next: Base | undefined;
};

/** @throws StartError when no archive reaches back that far */
async function findBase(folder: string, until: Date | undefined): Promise<Found> {
  if (until && until > new Date()) throw new StartError("O momento pedido em --to ainda não chegou.");
  const names = await readdir(folder).catch((error: unknown) => {
    throw unreadable(folder, error);
  });
  const all: Found[] = [];
  for (const name of names) {
    const bases = await basesOf(join(folder, name));
    // The server stops only when it meets a change after the moment, so the log of one more day is taken along.
    for (const [index, base] of bases.entries()) all.push({ archive: join(folder, name), base, next: bases[index + 2] });
  }
  all.sort((one, other) => one.base.at.getTime() - other.base.at.getTime());
  const found = all.findLast(({ base }) => !until || base.at <= until);
  if (found) return found;
  const first = all[0] ? `a primeira é de ${all[0].base.at.toISOString()}` : "não há nenhuma";
  throw new StartError(
    `Em ${folder} não há cópia de base de antes do momento pedido: ${first}. Peça um momento posterior, ou restaure uma cópia diária.`,
  );
}

async function extract(file: string, folder: string, keys: Keys): Promise<void> {
  const target = tar.extract({ cwd: folder, strict: true }) as unknown as NodeJS.WritableStream;
  await pipeline(await openSealed(file, keys), target).catch((error: unknown) => {
    throw unreadable(file, error);
  });
}

async function unpackLog(archive: string, to: string, base: Base, next: Base | undefined, keys: Keys): Promise<void> {
  for (const file of await partsOf(archive, "wal")) {
    const [piece] = file.split(".") as [string];
    const place = placeInLog(piece);
    const needed =
      file.includes(".history") || (place >= placeInLog(base.segment) && (!next || place <= placeInLog(next.segment)));
    if (!needed) continue;
    const source = join(archive, "wal", file);
    await writeSparse(source, join(to, file.replace(/\.gz(\.age)?$/, "")), keys).catch((error: unknown) => {
      throw unreadable(source, error);
    });
  }
}

/** A piece that was handed over early is mostly empty, and a day has a thousand of them. */
async function writeSparse(from: string, to: string, keys: Keys): Promise<void> {
  const empty = Buffer.alloc(STEP);
  const target = await open(to, "wx", 0o600);
  let size = 0;
  try {
    for await (const chunk of await openSealed(from, keys)) {
      for (let at = 0; at < chunk.length; at += STEP) {
        const step = (chunk as Buffer).subarray(at, at + STEP);
        if (!step.equals(empty.subarray(0, step.length))) await target.write(step, 0, step.length, size);
        size += step.length;
      }
    }
    await target.truncate(size);
  } finally {
    await target.close();
  }
}

/** The uploaded files that the database of the moment names. @returns ids of those that the archive does not have */
async function bringFiles(env: Env, archive: string, keys: Keys): Promise<string[]> {
  const kept = new Map((await partsOf(archive, "files")).map((name) => [name.split(".")[0]!, name]));
  const missing: string[] = [];
  for (const id of await storedFiles(env)) {
    const name = kept.get(id);
    if (!name) {
      missing.push(id);
      continue;
    }
    const folder = join(env.DATA_DIR, "files", id.slice(0, 2));
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await pipeline(
      await openSealed(join(archive, "files", name), keys),
      createWriteStream(join(folder, id), { mode: 0o600, flush: true }),
    );
  }
  return missing;
}

async function storedFiles(env: Env): Promise<string[]> {
  const database = await borrowEmbedded(env.DATA_DIR, false);
  const client = new pg.Client({ connectionString: database.url });
  try {
    await client.connect();
    const { rows } = await client.query<{ id: string }>("select id::text from files");
    return rows.map(({ id }) => id);
  } finally {
    await client.end();
    await database.release();
  }
}
