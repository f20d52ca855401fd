import { hash } from "node:crypto";
import { z } from "zod";
import { CONTENT_FOLDER, readYaml } from "./files.ts";

/** Hashes with white space between them. */
const hashes = z.string().transform((text) => new Set(text.split(/\s+/).filter(Boolean)));

const forbiddenSource = z.strictObject({
  patterns: z.array(z.strictObject({ pattern: z.string().min(1), reason: z.string().min(3) })),
  /** Of the hashes below. */
  salt: z.string().regex(/^[0-9a-f]{16,}$/),
  reserved: z.array(
    z.strictObject({
      reason: z.string().min(3),
      /** A pattern that excuses them when it stands near in the sentence: chapter and verse. */
      unless: z.string().optional(),
      /** Of the words and runs of words. */
      words: hashes,
      /** Of the first word of each, so that few runs need a hash. */
      starts: hashes,
    }),
  ),
  /** Hashes of words that are no entry of the dictionary. */
  headwords: hashes,
});

export type Forbidden = {
  patterns: { expression: RegExp; reason: string }[];
  salt: string;
  reserved: { reason: string; unless: { before: RegExp; after: RegExp } | null; words: Set<string>; starts: Set<string> }[];
  headwords: Set<string>;
};

/** The longest run of words that is looked for. */
const LONGEST_RUN = 8;
/** How far a pattern may be that excuses reserved words, in letters. */
const NEAR = 60;
/** As much is looked at on each side of reserved words, so that many of them do not have all the text looked through for each. */
const AROUND = NEAR + 60;

/** Letters without their accents, each looked up once: there are only so many. */
const plainLetters = new Map<string, string>();

function plainLetter(letter: string): string {
  const plain = plainLetters.get(letter) ?? letter.normalize("NFD").charAt(0);
  plainLetters.set(letter, plain);
  return plain;
}

/** Without accents but letter for letter, so that a place found in it is the same place in the text. */
const withoutAccents = (text: string) => text.normalize("NFC").replace(/(?!\p{ASCII})\p{L}/gu, plainLetter);

/** Words as they are hashed: small letters without accents, one space between them. */
export const normalised = (text: string): string =>
  (
    withoutAccents(text)
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  ).join(" ");

/** The salted hash of reserved words. It keeps them out of sight; whoever tries words from a list still finds them. */
export const reservedHash = (salt: string, words: string): string => hashOf(salt, normalised(words));

const hashOf = (salt: string, words: string): string => hash("sha256", `${salt} ${words}`, "hex").slice(0, 12);

/** Compiles `content/forbidden.yaml`: whole words, without regard to case and accents. */
export function compileForbidden(source: z.output<typeof forbiddenSource>): Forbidden {
  const patterns = source.patterns.map(({ pattern, reason }) => ({
    expression: new RegExp(`(?<!\\w)(?:${withoutAccents(pattern)})(?!\\w)`, "giu"),
    reason,
  }));
  const reserved = source.reserved.map((group) => ({
    ...group,
    unless: group.unless === undefined ? null : nearby(group.unless),
  }));
  return { ...source, patterns, reserved };
}

/** Whether a pattern is near in the same sentence: at the end of what comes before, or at the beginning of what follows. */
const nearby = (pattern: string) => ({
  before: new RegExp(`(?:${withoutAccents(pattern)})[^.;]{0,${NEAR}}$`, "iu"),
  after: new RegExp(`^[^.;]{0,${NEAR}}(?:${withoutAccents(pattern)})`, "iu"),
});

export const readForbidden = (): Forbidden => compileForbidden(readYaml("forbidden.yaml", forbiddenSource, CONTENT_FOLDER));

/** What of the forbidden matter a text says, each with the words around it. Blocks are read line by line. */
export function findForbidden(text: string, forbidden: Forbidden): string[] {
  return text.split("\n").flatMap((line) => {
    const plain = withoutAccents(line);
    const found = [...inPatterns(plain, forbidden), ...reservedIn(plain, forbidden)];
    return found.map(({ index, length, reason }) => `“${around(line.normalize("NFC"), index, length)}”: ${reason}`);
  });
}

type Found = { index: number; length: number; reason: string };

const inPatterns = (plain: string, { patterns }: Forbidden): Found[] =>
  patterns.flatMap(({ expression, reason }) =>
    [...plain.matchAll(expression)].map(({ 0: match, index }) => ({ index, length: match.length, reason })),
  );

/** Hashes of single words, which return often; as many as a language has words in use. */
const known = new Map<string, string>();
const MOST_KNOWN = 50_000;

function startHash(salt: string, word: string): string {
  const key = `${salt} ${word}`;
  const before = known.get(key);
  if (before !== undefined) return before;
  const value = hashOf(salt, word);
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(key, value);
  return value;
}

/** The runs of words whose hashes are reserved, the longest at each place. @param plain a text without accents */
function reservedIn(plain: string, { salt, reserved }: Forbidden): Found[] {
  const words = [...plain.matchAll(/[\p{L}\p{N}]+/gu)].map(({ 0: word, index }) => ({
    word: word.toLowerCase(),
    index,
    end: index + word.length,
  }));
  return words.flatMap(({ word, index }, at) => {
    const start = startHash(salt, word);
    const groups = reserved.filter(({ starts }) => starts.has(start));
    if (groups.length === 0) return [];
    for (let length = Math.min(LONGEST_RUN, words.length - at); length > 0; length -= 1) {
      const run = words.slice(at, at + length);
      const { end } = run.at(-1)!;
      const value = hashOf(salt, run.map((each) => each.word).join(" "));
      const group = groups.find(({ words: own }) => own.has(value));
      if (!group) continue;
      const { reason, unless } = group;
      const excused =
        unless &&
        (unless.before.test(plain.slice(Math.max(0, index - AROUND), index)) ||
          unless.after.test(plain.slice(end, end + AROUND)));
      return excused ? [] : [{ index, length: end - index, reason }];
    }
    return [];
  });
}

/** Whether a text says reserved words. Characters that nobody sees do not part them. */
export const saysReserved = (text: string, forbidden: Forbidden): boolean =>
  reservedIn(withoutAccents(text.normalize("NFKC").replace(/\p{Cf}/gu, "")), forbidden).length > 0;

/** True for a word that may not be an entry of the public dictionary at all. */
export const isForbiddenHeadword = (term: string, { headwords, salt }: Forbidden): boolean =>
  headwords.has(reservedHash(salt, term));

function around(text: string, index: number, length: number): string {
  const start = Math.max(0, index - 25);
  const end = Math.min(text.length, index + length + 25);
  return `${start > 0 ? "…" : ""}${text.slice(start, end).trim()}${end < text.length ? "…" : ""}`;
}
