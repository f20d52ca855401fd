import { readFileSync } from "node:fs";
import { inflateSync } from "node:zlib";
import { answerAsWorker } from "../answer-as-worker.ts";

export type PdfInput = { path: string };
/** What a PDF has in it that nobody needs to read a book by. */
export type PdfFinding = "nothing" | "active" | "locked" | "unreadable";

/** A name as PDF writes it, each letter plain or as `#` and two hexadecimal digits (ISO 32000-2, 7.3.5). */
const nameOf = (name: string): string =>
  `/${[...name].map((letter) => `(?:${letter}|#${letter.charCodeAt(0).toString(16)})`).join("")}`;

/** Scripts, programs to start, files within the file, films, and forms that send or fetch. */
const ACTIVE = new RegExp(
  ["JavaScript", "Launch", "EmbeddedFile", "RichMedia", "ImportData", "SubmitForm", "GoToE"].map(nameOf).join("|"),
  "i",
);
const LOCKED = new RegExp(`${nameOf("Encrypt")}(?![A-Za-z])`, "i");
const OBJECTS = new RegExp(nameOf("ObjStm"), "gi");
const STREAM = /stream\r?\n/g;
/** Of one packed stream and of all together: a book's objects are far below. */
const MOST_INFLATED = 64 * 1024 * 1024;

/**
 * Looks for active content, in the file itself and in the objects that are packed within it. It looks at the bytes, not at the structure that
 * a reader makes of them, so that no second reading of a file can hide anything; objects that are packed in a way it does not know are
 * refused as unreadable.
 */
function look(path: string): PdfFinding {
  const bytes = readFileSync(path);
  const text = bytes.toString("latin1");
  if (ACTIVE.test(text)) return "active";
  if (LOCKED.test(text)) return "locked";
  let inflated = 0;
  const unpacked = new Set<number>();
  for (const { index, 0: keyword } of text.matchAll(STREAM)) {
    const start = index + keyword.length;
    if ((bytes[start]! & 0x0f) !== 8 || bytes.readUInt16BE(start) % 31 !== 0) continue; // not how zlib begins
    const content = inflate(bytes.subarray(start));
    if (!content) continue;
    unpacked.add(index);
    inflated += content.length;
    if (inflated > MOST_INFLATED * 4) return "unreadable";
    if (ACTIVE.test(content.toString("latin1"))) return "active";
  }
  for (const { index } of text.matchAll(OBJECTS)) {
    STREAM.lastIndex = index;
    const stream = STREAM.exec(text);
    if (!stream || !unpacked.has(stream.index) || /Predictor/i.test(text.slice(index - 300, stream.index))) return "unreadable";
  }
  return "nothing";
}

/** What a stream holds; undefined when it is not packed, or cut off. Bytes after its end do not matter. */
function inflate(bytes: Buffer): Buffer | undefined {
  try {
    return inflateSync(bytes, { maxOutputLength: MOST_INFLATED });
  } catch {
    return undefined;
  }
}

answerAsWorker(({ path }: PdfInput) => look(path));
