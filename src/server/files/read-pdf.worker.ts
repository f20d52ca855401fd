import { readFileSync } from "node:fs";
import { inflateSync } from "node:zlib";
import { answerAsWorker } from "../answer-as-worker.ts";

export type PdfInput = { path: string };
/** What a PDF has in it that nobody needs to read a book by. */
export type PdfFinding = "nothing" | "active" | "locked" | "unreadable";

/** A name as PDF writes it, each letter plain or as `#` and two hexadecimal digits (ISO 32000-2, 7.3.5). */
const nameOf = (name: string): string =>
  `/${[...name].map((letter) => `(?:${letter}|#${letter.charCodeAt(0).toString(16)})`).join("")}`;

/** Scripts, programs to start, files within the file or beside it, films, and forms that send or fetch. */
const ACTIVE = new RegExp(
  ["JavaScript", "Launch", "EmbeddedFile", "RichMedia", "ImportData", "SubmitForm", "GoToE", "GoToR"].map(nameOf).join("|"),
  "i",
);
/** Forms of XML, which have scripts of their own. So short a name stands by chance in packed pictures, so what follows counts, too. */
const XFA = new RegExp(`${nameOf("XFA")}[\\s\\[<%](?=\\s*[\\d\\[<(%])`);
const LOCKED = new RegExp(`${nameOf("Encrypt")}(?![A-Za-z])`, "i");
const OBJECTS = new RegExp(nameOf("ObjStm"), "gi");
const STREAM = /stream\r?\n/g;
/** What is done when the file is opened. */
const OPEN_ACTION = new RegExp(`${nameOf("OpenAction")}(?![A-Za-z0-9#])`, "gi");
/** White space and comments. */
const BLANK = /(?:[\s\0]|%[^\r\n]*[\r\n])*/y;
/** An action that leads to a place in the file, and one that leads elsewhere or is followed by another. */
const TO_A_PLACE = new RegExp(`${nameOf("S")}\\s*${nameOf("GoTo")}(?![A-Za-z0-9#])`);
const ELSEWHERE = new RegExp(["URI", "Next"].map(nameOf).join("|"), "i");
/** An action's dictionary is far shorter. */
const LONGEST_ACTION = 4_000;
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
  if (isActive(text)) return "active";
  if (LOCKED.test(text)) return "locked";
  let inflated = 0;
  const unpacked = new Map<number, string>();
  for (const { index, 0: keyword } of text.matchAll(STREAM)) {
    const start = index + keyword.length;
    if ((bytes[start]! & 0x0f) !== 8 || bytes.readUInt16BE(start) % 31 !== 0) continue; // not how zlib begins
    const content = inflate(bytes.subarray(start));
    if (!content) continue;
    inflated += content.length;
    if (inflated > MOST_INFLATED * 4) return "unreadable";
    const inside = content.toString("latin1");
    if (isActive(inside)) return "active";
    unpacked.set(index, isOfObjects(text, index) ? inside : "");
  }
  for (const { index } of text.matchAll(OBJECTS)) {
    STREAM.lastIndex = index;
    const stream = STREAM.exec(text);
    if (!stream || !unpacked.has(stream.index) || /Predictor/i.test(text.slice(index - 300, stream.index))) return "unreadable";
  }
  const packed = [...unpacked].flatMap(([index, content]) => (content ? [{ head: headOf(text, index), content }] : []));
  return opensElsewhere(text, packed) ? "active" : "nothing";
}

const isActive = (text: string): boolean => ACTIVE.test(text) || XFA.test(text);

/** The dictionary of a stream, as far as it is of use here. */
const headOf = (text: string, stream: number): string => {
  const before = text.slice(Math.max(0, stream - 1_000), stream);
  return before.slice(before.lastIndexOf(" obj") + 1);
};

function isOfObjects(text: string, stream: number): boolean {
  OBJECTS.lastIndex = 0;
  return OBJECTS.test(headOf(text, stream));
}

type Packed = { head: string; content: string };

/** Whether opening the file does anything but show a place in it: an address that is opened tells that the book is read. */
function opensElsewhere(text: string, packed: readonly Packed[]): boolean {
  return [text, ...packed.map(({ content }) => content)].some((part) =>
    [...part.matchAll(OPEN_ACTION)].some(({ index, 0: name }) => {
      BLANK.lastIndex = index + name.length;
      BLANK.test(part);
      const value = part.slice(BLANK.lastIndex, BLANK.lastIndex + LONGEST_ACTION);
      if (value.startsWith("[") || /^null(?![A-Za-z])/.test(value)) return false;
      if (value.startsWith("<<")) return !leadsToAPlace(dictionaryOf(value));
      const [, number] = /^(\d+)\s+\d+\s+R/.exec(value) ?? [];
      return number === undefined || definitionsOf(Number(number), text, packed).some((object) => !isHarmless(object));
    }),
  );
}

const leadsToAPlace = (action: string): boolean => TO_A_PLACE.test(action) && !ELSEWHERE.test(action);

/** A place, or an action that leads to one. */
const isHarmless = (object: string): boolean => {
  const value = object.replace(/^(?:[\s\0]|%[^\r\n]*[\r\n])+/, "");
  return value.startsWith("[") || leadsToAPlace(dictionaryOf(value));
};

/** A dictionary from its `<<` to its `>>`; all of the text where that is not among it. */
function dictionaryOf(text: string): string {
  let depth = 0;
  for (const { index, 0: mark } of text.matchAll(/<<|>>/g)) {
    depth += mark === "<<" ? 1 : -1;
    if (depth === 0) return text.slice(0, index + 2);
  }
  return text;
}

/** Every object of this number, in the file and in its packed objects: a later one replaces it, and readers differ. */
function definitionsOf(number: number, text: string, packed: readonly Packed[]): string[] {
  const plain = [...text.matchAll(new RegExp(`(?<!\\d)${number}\\s+\\d+\\s+obj`, "g"))].map(({ index, 0: head }) =>
    text.slice(index + head.length, index + head.length + LONGEST_ACTION),
  );
  const inside = packed.flatMap(({ head, content }) => {
    const first = Number(/\/First\s+(\d+)/.exec(head)?.[1]);
    const pairs = [...content.slice(0, first).matchAll(/(\d+)\s+(\d+)/g)];
    return pairs
      .filter((pair) => Number(pair[1]) === number)
      .map((pair) => content.slice(first + Number(pair[2]), first + Number(pair[2]) + LONGEST_ACTION));
  });
  return [...plain, ...inside];
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
