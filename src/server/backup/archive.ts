import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, open, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { generateX25519Identity, identityToRecipient } from "age-encryption";
import * as tar from "tar";
import { z } from "zod";
import { StartError } from "#app/db/start-error.ts";
import { encrypt, type Keys, openSealed, unreadable } from "./encryption.ts";

const MANIFEST = "manifest.json";

/** Of the format of the file, not of the program. */
const FORMAT = 1;

const manifestSchema = z.object({
  format: z.literal(FORMAT),
  /** When the snapshot was taken, ISO 8601. */
  createdAt: z.iso.datetime(),
  /** Version of the program in package.json. */
  program: z.string(),
  postgres: z.string(),
  /** Drizzle's dates of the migrations that the database has had. */
  migrations: z.array(z.number()),
  tables: z.record(z.string(), z.object({ columns: z.array(z.string()), rows: z.number() })),
  /** Last value of each sequence; null where none was taken yet. */
  sequences: z.record(z.string(), z.string().nullable()),
  /** Stored files that the database names and that were not on the disk any more. */
  missingFiles: z.array(z.string()),
  /** Whether stored files were in a bucket, and are not in this file. */
  filesInBucket: z.boolean().default(false),
  /** Size in bytes and SHA-256 (hex) of every other file of the archive, by its path in it. */
  parts: z.record(z.string(), z.object({ size: z.number(), sha256: z.string() })),
});

export type Manifest = z.output<typeof manifestSchema>;

/**
 * Packs a folder into one file (tar and gzip; with keys, age around it) and reads it back to see that every part is in it.
 * The file appears under its name only when all of that has gone well.
 * @param folder what is packed; the manifest, with the parts' hashes, is added to it
 */
export async function pack(
  folder: string,
  head: Omit<Manifest, "format" | "parts">,
  file: string,
  keys: Keys = {},
): Promise<Manifest> {
  const paths = (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
  const parts: Manifest["parts"] = {};
  for (const path of paths) parts[path] = await hashOf(createReadStream(join(folder, path)));
  const manifest: Manifest = { format: FORMAT, ...head, parts };
  await writeFile(join(folder, MANIFEST), JSON.stringify(manifest, null, 1), { mode: 0o600 });

  const partial = `${file}.part`;
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  try {
    const archive = tar.create({ cwd: folder, portable: true }, [MANIFEST, ...paths]);
    const zipped = (archive as unknown as Readable).pipe(createGzip());
    const { write, read } = await verifiable(keys);
    await pipeline(await encrypt(zipped, write), createWriteStream(partial, { mode: 0o600, flush: true }));
    await readBack(partial, manifest, read);
    await rename(partial, file);
  } finally {
    await rm(partial, { force: true });
  }
  const parent = await open(dirname(file));
  await parent.sync().finally(() => parent.close());
  return manifest;
}

/**
 * Unpacks a file that `pack` made into an empty folder, and checks every part against the manifest.
 * @throws StartError when it cannot be read, is damaged or incomplete
 */
export async function unpack(file: string, folder: string, keys: Keys = {}): Promise<Manifest> {
  try {
    await pipeline(await openSealed(file, keys), tar.extract({ cwd: folder, strict: true }) as unknown as NodeJS.WritableStream);
  } catch (error) {
    throw unreadable(file, error);
  }
  const text = await readFile(join(folder, MANIFEST), "utf8").catch((error: unknown) => {
    throw unreadable(file, error);
  });
  const manifest = readManifest(file, text);
  for (const [path, part] of Object.entries(manifest.parts)) {
    const found = await hashOf(createReadStream(join(folder, path))).catch(() => undefined);
    if (found?.sha256 !== part.sha256) throw new StartError(`A cópia ${file} está danificada: ${path} não confere. Use outra.`);
  }
  return manifest;
}

function readManifest(file: string, text: string): Manifest {
  const parsed = manifestSchema.safeParse(JSON.parse(text));
  if (parsed.success) return parsed.data;
  throw new StartError(
    `A cópia ${file} foi feita por uma versão que esta não conhece. Restaure com a versão que a fez, ou uma mais nova.`,
  );
}

/** The server has no secret key of a recipient, so one made for this file alone, and forgotten after, reads it back. */
async function verifiable(keys: Keys): Promise<{ write: Keys; read: Keys }> {
  if (!keys.recipients?.length) return { write: keys, read: keys };
  const once = await generateX25519Identity();
  return { write: { recipients: [...keys.recipients, await identityToRecipient(once)] }, read: { identities: [once] } };
}

/** Every part is in the file, whole, and nothing else. */
async function readBack(file: string, manifest: Manifest, keys: Keys): Promise<void> {
  const found: Manifest["parts"] = {};
  const reading: Promise<void>[] = [];
  const list = tar.list({
    strict: true,
    onReadEntry: (entry) => {
      if (entry.path === MANIFEST) return void entry.resume();
      const keep = async () => {
        found[entry.path] = await hashOf(entry as unknown as AsyncIterable<Buffer>);
      };
      reading.push(keep());
    },
  });
  await pipeline(await openSealed(file, keys), list as unknown as NodeJS.WritableStream);
  await Promise.all(reading);
  const differs = Object.keys({ ...manifest.parts, ...found }).find(
    (path) => found[path]?.sha256 !== manifest.parts[path]?.sha256,
  );
  if (differs) throw new Error(`the backup was written, but ${differs} reads back otherwise`);
}

async function hashOf(source: AsyncIterable<Buffer | string>): Promise<{ size: number; sha256: string }> {
  const hash = createHash("sha256");
  let size = 0;
  for await (const chunk of source) {
    hash.update(chunk);
    size += chunk.length;
  }
  return { size, sha256: hash.digest("hex") };
}
