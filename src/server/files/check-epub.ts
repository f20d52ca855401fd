import { crc32 } from "node:zlib";
import { type Entry, openPromise, type ZipFile } from "yauzl";
import { AppError } from "#app/lib/errors.ts";
import { openFairQueue, type Turn } from "../fair-queue.ts";
import { bytesOf, startsWith } from "./file-head.ts";
import type { Staged } from "./staging.ts";

/** What an archive may unfold into. A richly illustrated book stays far below; a bomb does not. */
const MOST_EXPANDED_BYTES = 200 * 1024 * 1024;
const MOST_ENTRIES = 5_000;
/** Unfolding is libuv's work; the sums over what it gives are the loop's, 64 kB at a time. */
const work = openFairQueue({ concurrency: 2, mostOfGroup: 1, mostWaiting: 20 });

const MIMETYPE = "application/epub+zip";
const STORED = 0;

/** An entry, and where in the file its packed bytes begin. */
type Placed = { entry: Entry; start: number };

class NotAnEpub extends Error {}

export const looksLikeZip = (head: Buffer): boolean => startsWith(head, [0x50, 0x4b, 0x03, 0x04]);

/**
 * Checks that a file is an EPUB: a zip whose first entry is the uncompressed `mimetype`, with its container, whose entries stay
 * inside it, share no bytes and unfold into what they declare, within bounds. So the check reads no byte twice, and unfolds no
 * more than a book may. Nothing is unpacked to the disk.
 * @throws AppError unsupported_media_type; too_many_tries when too many files wait
 */
export const checkEpub = (staged: Staged, turn: Turn): Promise<void> => work.run(turn, () => check(staged));

async function check(staged: Staged): Promise<void> {
  let zip: ZipFile | undefined;
  try {
    zip = await openPromise(staged.path, { autoClose: false, strictFileNames: true });
    const entries = await placeEntries(zip, await readEntries(zip));
    await requireMimetype(staged, entries[0]);
    for (const { entry } of entries) await requireContent(zip, entry);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code && !code.startsWith("Z_")) throw error; // the disk's fault, not the file's
    throw new AppError("unsupported_media_type", { message: "Este arquivo não é um EPUB íntegro." });
  } finally {
    zip?.close();
  }
}

/** The directory, whose names yauzl has checked: none leads out of the archive. */
async function readEntries(zip: ZipFile): Promise<Entry[]> {
  if (zip.entryCount > MOST_ENTRIES) throw new NotAnEpub("too many entries");
  const entries: Entry[] = [];
  let expanded = 0;
  for await (const entry of zip.eachEntry()) {
    if (!entry.canDecodeFileData()) throw new NotAnEpub("encrypted, or packed in an unknown way");
    expanded += entry.uncompressedSize;
    if (expanded > MOST_EXPANDED_BYTES) throw new NotAnEpub("unfolds too far");
    entries.push(entry);
  }
  if (!entries.some(({ fileName }) => fileName === "META-INF/container.xml")) throw new NotAnEpub("no container");
  return entries;
}

/** Entries in the order of the file, one after the other, so that no byte is counted twice; yauzl keeps them inside the file. */
async function placeEntries(zip: ZipFile, entries: Entry[]): Promise<Placed[]> {
  const placed: Placed[] = [];
  let free = 0;
  for (const entry of entries.toSorted((one, other) => one.relativeOffsetOfLocalHeader - other.relativeOffsetOfLocalHeader)) {
    const { fileDataStart: start } = await zip.readLocalFileHeaderPromise(entry, { minimal: true });
    if (entry.relativeOffsetOfLocalHeader < free) throw new NotAnEpub("entries overlap");
    placed.push({ entry, start });
    free = start + entry.compressedSize;
  }
  return placed;
}

async function requireMimetype(staged: Staged, first: Placed | undefined): Promise<void> {
  if (first?.entry.fileName !== "mimetype" || first.entry.relativeOffsetOfLocalHeader !== 0) throw new NotAnEpub("no mimetype");
  const content = await bytesOf(staged, first.start, MIMETYPE.length);
  if (first.entry.compressionMethod !== STORED || content.toString("latin1") !== MIMETYPE) throw new NotAnEpub("no mimetype");
}

/** Unfolds an entry, without keeping it, and compares its checksum; yauzl stops it where it exceeds the size it declares. */
async function requireContent(zip: ZipFile, entry: Entry): Promise<void> {
  let found = 0;
  for await (const chunk of await zip.openReadStreamPromise(entry)) found = crc32(chunk, found);
  if (found !== entry.crc32) throw new NotAnEpub("another content than declared");
}
