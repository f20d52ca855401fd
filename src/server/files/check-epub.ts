import { createReadStream } from "node:fs";
import { PassThrough } from "node:stream";
import { pipeline } from "node:stream/promises";
import { crc32, createInflateRaw } from "node:zlib";
import { AppError } from "#app/lib/errors.ts";
import { bytesOf, startsWith } from "./file-head.ts";
import type { Staged } from "./storage.ts";

/** What an archive may unfold into. A richly illustrated book stays far below; a bomb does not. */
const MOST_EXPANDED_BYTES = 200 * 1024 * 1024;
const MOST_ENTRIES = 5_000;
const MOST_DIRECTORY_BYTES = 2 * 1024 * 1024;

const LOCAL = [0x50, 0x4b, 0x03, 0x04];
const LOCAL_LENGTH = 30;
const CENTRAL = [0x50, 0x4b, 0x01, 0x02];
const CENTRAL_LENGTH = 46;
const END = Buffer.from([0x50, 0x4b, 0x05, 0x06]);
const END_LENGTH = 22;
const LONGEST_COMMENT = 65_535;
const STORED = 0;
const DEFLATED = 8;
const MIMETYPE = "application/epub+zip";

type Entry = { name: string; method: number; packed: number; size: number; crc: number; offset: number };
/** An entry with where its packed bytes begin and end. */
type Placed = Entry & { start: number; end: number };

class NotAnEpub extends Error {}

export const looksLikeZip = (head: Buffer): boolean => startsWith(head, LOCAL);

/**
 * Checks that a file is an EPUB: a zip whose first entry is the uncompressed `mimetype`, with its container, whose entries stay
 * inside it, share no bytes and unfold into what they declare, within bounds. So the check reads no byte twice, and unfolds no
 * more than a book may. Nothing is unpacked to the disk.
 * @throws AppError unsupported_media_type
 */
export async function checkEpub(staged: Staged): Promise<void> {
  try {
    await requireMimetype(staged);
    const { entries, directoryAt } = await readDirectory(staged);
    if (!entries.some(({ name }) => name === "META-INF/container.xml")) throw new NotAnEpub("no container");
    for (const entry of await placeEntries(staged, entries, directoryAt)) await requireWhole(staged, entry);
  } catch (error) {
    if (!(error instanceof NotAnEpub)) throw error;
    throw new AppError("unsupported_media_type", { message: "Este arquivo não é um EPUB íntegro." });
  }
}

async function requireMimetype(staged: Staged): Promise<void> {
  const head = await bytesOf(staged, 0, 256);
  if (!startsWith(head, LOCAL) || head.length < LOCAL_LENGTH) throw new NotAnEpub("no zip");
  const nameEnd = LOCAL_LENGTH + head.readUInt16LE(26);
  const start = nameEnd + head.readUInt16LE(28);
  const stored = head.readUInt16LE(8) === STORED;
  const named = head.toString("latin1", LOCAL_LENGTH, nameEnd) === "mimetype";
  if (!stored || !named || head.toString("latin1", start, start + MIMETYPE.length) !== MIMETYPE)
    throw new NotAnEpub("no mimetype");
}

/** The central directory. Zip64 and archives in several parts are refused: no book of this size needs them. */
async function readDirectory(staged: Staged): Promise<{ entries: Entry[]; directoryAt: number }> {
  const tail = await bytesOf(staged, staged.size - END_LENGTH - LONGEST_COMMENT, END_LENGTH + LONGEST_COMMENT);
  const at = tail.lastIndexOf(END);
  if (at < 0 || at + END_LENGTH > tail.length) throw new NotAnEpub("no end of directory");
  const count = tail.readUInt16LE(at + 10);
  const length = tail.readUInt32LE(at + 12);
  const offset = tail.readUInt32LE(at + 16);
  if (tail.readUInt32LE(at + 4) !== 0 || count > MOST_ENTRIES || length > MOST_DIRECTORY_BYTES || offset + length > staged.size)
    throw new NotAnEpub("directory out of bounds");
  const directory = await bytesOf(staged, offset, length);
  const entries: Entry[] = [];
  let expanded = 0;
  let place = 0;
  while (entries.length < count) {
    const header = directory.subarray(place, place + CENTRAL_LENGTH);
    if (header.length < CENTRAL_LENGTH || !startsWith(header, CENTRAL)) throw new NotAnEpub("directory cut off");
    const entry = readEntry(header, directory.subarray(place + CENTRAL_LENGTH));
    expanded += entry.size;
    if (expanded > MOST_EXPANDED_BYTES) throw new NotAnEpub("unfolds too far");
    entries.push(entry);
    place += CENTRAL_LENGTH + header.readUInt16LE(28) + header.readUInt16LE(30) + header.readUInt16LE(32);
  }
  return { entries, directoryAt: offset };
}

function readEntry(header: Buffer, rest: Buffer): Entry {
  const encrypted = (header.readUInt16LE(8) & 1) === 1;
  const method = header.readUInt16LE(10);
  const name = rest.toString("utf8", 0, header.readUInt16LE(28));
  const inside = !/^[/\\]|^[a-z]:|\\|\0|(?:^|\/)\.\.(?:\/|$)/i.test(name);
  if (encrypted || !inside || (method !== STORED && method !== DEFLATED)) throw new NotAnEpub(`entry refused: ${name}`);
  const [crc, packed, size] = [header.readUInt32LE(16), header.readUInt32LE(20), header.readUInt32LE(24)];
  return { name, method, crc, packed, size, offset: header.readUInt32LE(42) };
}

/** Finds the packed bytes of every entry: one after the other and before the directory, so that none is counted twice. */
async function placeEntries(staged: Staged, entries: Entry[], directoryAt: number): Promise<Placed[]> {
  const placed: Placed[] = [];
  let free = 0;
  for (const entry of entries.toSorted((one, other) => one.offset - other.offset)) {
    const header = await bytesOf(staged, entry.offset, LOCAL_LENGTH);
    if (header.length < LOCAL_LENGTH || !startsWith(header, LOCAL)) throw new NotAnEpub("entry out of place");
    const start = entry.offset + LOCAL_LENGTH + header.readUInt16LE(26) + header.readUInt16LE(28);
    const end = start + entry.packed;
    if (entry.offset < free || end > directoryAt) throw new NotAnEpub("entries overlap");
    placed.push({ ...entry, start, end });
    free = end;
  }
  return placed;
}

/**
 * What the directory says of an entry is only a claim: unfolds it, without keeping it, compares its checksum, and stops where it
 * exceeds its size.
 */
async function requireWhole(staged: Staged, { method, size, crc, start, end }: Placed): Promise<void> {
  const found = { size: 0, crc: 0 };
  const measure = async (chunks: AsyncIterable<Buffer>) => {
    for await (const chunk of chunks) {
      found.size += chunk.length;
      found.crc = crc32(chunk, found.crc);
      if (found.size > size) throw new NotAnEpub("entry larger than it says");
    }
  };
  if (end > start) {
    const unfold = method === DEFLATED ? createInflateRaw() : new PassThrough();
    await pipeline(createReadStream(staged.path, { start, end: end - 1 }), unfold, measure).catch((error: unknown) => {
      throw (error as NodeJS.ErrnoException).code?.startsWith("Z_") ? new NotAnEpub("entry damaged") : error;
    });
  }
  if (found.size !== size || found.crc !== crc) throw new NotAnEpub("entry of another content");
}
