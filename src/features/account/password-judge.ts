import { fold } from "#app/lib/text.ts";

/**
 * How many guesses a password has to withstand. The limits let through two tries a second for one account, each paid for with work (decision
 * 0017): a million is six days of them without a pause. docs/security.md has what gets through.
 */
export const GUESSES_TO_WITHSTAND = 1_000_000;

/** What comes after is only safer. It bounds the work: so many places times so many letters of a word. */
const LONGEST_JUDGED = 40;
const LONGEST_WORD = 20;

/** Words by the place at which somebody who guesses would come to them. */
export type CommonWords = ReadonlyMap<string, number>;

/** @param list one line for each rank, `rank word word …` */
export const readCommonWords = (list: string): CommonWords =>
  new Map(
    list.split("\n").flatMap((line) => {
      const [rank, ...words] = line.split(" ");
      return words.map((word) => [word, Number(rank)] as const);
    }),
  );

/** The academy's own names, which are tried here first. */
const OURS = ["academia", "york", "rito", "maconaria", "macom", "macons"];
const OURS_RANK = 5;
const OWN_RANK = 3;
/** A second word that is anybody's: of pairs there are too many to try. */
const SECOND_WORD = 1_000;

const LEET: Record<string, string> = { "@": "a", "4": "a", "3": "e", "1": "i", "!": "i", "0": "o", "5": "s", $: "s", "7": "t" };
const ROWS = ["1234567890", "qwertyuiop", "asdfghjkl", "zxcvbnm"];
const SHIFTED = "!@#$%^&*()";
const SIGNS: Record<string, number> = { "@": 2, "!": 2, "#": 3, ".": 3, "*": 6, $: 6, "-": 6, _: 6, "&": 6, "+": 6 };
const OTHER_SIGN = 25;

/** Where a key is, in half keys from the left, and in which row; a shifted digit is its key. */
const KEYS = new Map(
  ROWS.flatMap((row, y) => [...row].map((key, x) => [key, { x: 2 * x + y, y }] as const)).concat(
    [...SHIFTED].map((key, x) => [key, { x: 2 * x, y: 0 }] as const),
  ),
);

/**
 * Whether somebody who guesses as well as the limits here allow could find the password: a common word or name, one's own or the academy's,
 * with signs, digits and years around or within it, keys in a row, or pieces repeated (ASVS 6.2.4, 6.2.11, 6.2.12). It takes a time that
 * grows with the password's length and no further than forty characters. The page that asks for a password judges by it, too.
 * @param personal the member's address, name and Lodge
 */
export const isEasyToGuess = (password: string, personal: readonly string[], common: CommonWords): boolean =>
  guessesFor(password, personal, common) < GUESSES_TO_WITHSTAND;

/**
 * The guesses of the cheapest reading: of all ways to cut the password into pieces, the one whose pieces' guesses multiply to the fewest.
 * @returns a number from 1 on, at most that of the first forty characters
 */
export function guessesFor(password: string, personal: readonly string[], common: CommonWords): number {
  const typed = [...password.normalize("NFKC")].slice(0, LONGEST_JUDGED);
  const plain = typed.map((letter) => fold(letter));
  const own = new Set(personal.flatMap((text) => fold(text).split(/[^a-z0-9]+/)).filter((word) => word.length >= 3));
  // without and with a common word before
  const best: [number, number][] = [[1, Number.POSITIVE_INFINITY]];
  for (let end = 1; end <= plain.length; end += 1) {
    const cheapest: [number, number] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
    for (let start = Math.max(0, end - LONGEST_WORD); start < end; start += 1) {
      const piece = { typed: typed.slice(start, end), plain: plain.slice(start, end).join("") };
      const [before, withWord] = best[start]!;
      const anyhow = guessesForPiece(piece, plain, start, own);
      cheapest[0] = Math.min(cheapest[0], before * anyhow);
      cheapest[1] = Math.min(cheapest[1], withWord * anyhow);
      const word = guessesForWord(piece, (text) => common.get(text));
      cheapest[1] = Math.min(cheapest[1], before * word, withWord * Math.max(word, SECOND_WORD));
    }
    best.push(cheapest);
  }
  return Math.min(...best.at(-1)!);
}

type Piece = { typed: string[]; plain: string };

/** A piece that is no common word: one's own, keys in a row, a year, what came just before, or a single character. */
function guessesForPiece({ typed, plain }: Piece, whole: string[], start: number, own: Set<string>): number {
  const length = typed.length;
  if (length === 1) return guessesForCharacter(typed[0]!);
  const isRepeated = length >= 2 && start >= length && whole.slice(start - length, start).join("") === plain;
  if (isRepeated || (length >= 3 && plain === plain.charAt(0).repeat(length))) return isRepeated ? 3 : 30;
  const ownWord = guessesForWord({ typed, plain }, (text) =>
    own.has(text) ? OWN_RANK : OURS.includes(text) ? OURS_RANK : undefined,
  );
  return Math.min(ownWord, guessesForDigits(plain), length >= 3 ? guessesForKeys(typed, plain) : Number.POSITIVE_INFINITY);
}

function guessesForCharacter(character: string): number {
  if (/\d/.test(character)) return character === "1" ? 4 : 10;
  if (/\p{L}/u.test(character)) return /\p{Lu}/u.test(character) ? 52 : 26;
  return SIGNS[character] ?? OTHER_SIGN;
}

/** Years and how one counts; other digits are characters. */
function guessesForDigits(digits: string): number {
  if ("1234567890".startsWith(digits)) return 4;
  const year = /^(19[3-9]|20[0-3])\d$/.test(digits) ? Number(digits) : undefined;
  if (year === undefined) return Number.POSITIVE_INFINITY;
  return Math.abs(year - new Date().getFullYear()) <= 2 ? 5 : 80;
}

/** Keys beside or below each other, or letters of the alphabet, in one direction; each turn costs. */
function guessesForKeys(typed: string[], plain: string): number {
  const codes = [...plain].map((letter) => letter.codePointAt(0)!);
  const step = codes[1]! - codes[0]!;
  const alphabetical = Math.abs(step) === 1 && codes.every((code, at) => at === 0 || code - codes[at - 1]! === step);
  if (alphabetical) return 30;
  let turns = 0;
  let former: string | undefined;
  for (let at = 1; at < typed.length; at += 1) {
    const [from, to] = [KEYS.get(plain.charAt(at - 1)), KEYS.get(plain.charAt(at))];
    const [x, y] = from && to ? [to.x - from.x, to.y - from.y] : [9, 9];
    if (Math.abs(x) > 2 || Math.abs(y) > 1 || (x === 0 && y === 0)) return Number.POSITIVE_INFINITY;
    const direction = y === 0 ? `x${Math.sign(x)}` : `y${y}`;
    if (former !== undefined && direction !== former) turns += 1;
    former = direction;
  }
  return 40 * 6 ** turns;
}

/** A word in any case, forwards or backwards, with digits and signs for letters. */
function guessesForWord({ typed, plain }: Piece, rankOf: (text: string) => number | undefined): number {
  if (typed.length < 3) return Number.POSITIVE_INFINITY;
  const letters = plain.replace(/[@431!05$7]/g, (sign) => LEET[sign]!);
  const forwards = rankOf(plain) ?? (letters !== plain ? scaled(rankOf(letters), 3) : undefined);
  const rank = forwards ?? scaled(rankOf([...letters].reverse().join("")), 4);
  return rank === undefined ? Number.POSITIVE_INFINITY : rank * guessesForCase(typed.join(""));
}

const scaled = (rank: number | undefined, factor: number) => rank && rank * factor;

/** Words begin with a capital, or have none; all capitals are tried next. */
function guessesForCase(word: string): number {
  const rest = word.replace(/^\p{L}/u, "");
  if (!/\p{Lu}/u.test(rest)) return 1;
  return /\p{Ll}/u.test(word) ? 8 : 2;
}
