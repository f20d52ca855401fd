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
  const plain = typed.map((character) => [...fold(character)][0] ?? "?");
  const letters = plain.map((character) => LEET[character] ?? character);
  const own = new Map(OURS.map((word) => [word, OURS_RANK]));
  for (const word of personal.flatMap((text) => fold(text).split(/[^a-z0-9]+/))) if (word.length >= 3) own.set(word, OWN_RANK);
  // without and with a common word before
  const best: [number, number][] = [[1, Number.POSITIVE_INFINITY]];
  for (let end = 1; end <= plain.length; end += 1) {
    let [without, withWord] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
    const piece: Piece = { whole: plain, typed, start: end, end, plain: "", letters: "", backwards: "" };
    for (let start = end - 1; start >= Math.max(0, end - LONGEST_WORD); start -= 1) {
      piece.start = start;
      piece.plain = plain[start]! + piece.plain;
      piece.letters = letters[start]! + piece.letters;
      piece.backwards += letters[start]!;
      const [before, beforeWithWord] = best[start]!;
      const anyhow = guessesForPiece(piece, own);
      const word = guessesForWord(piece, common);
      without = Math.min(without, before * anyhow);
      withWord = Math.min(withWord, beforeWithWord * anyhow, before * word, beforeWithWord * Math.max(word, SECOND_WORD));
    }
    best.push([without, withWord]);
  }
  return Math.min(...best.at(-1)!);
}

/** A part of a password: where it is in the whole, folded, with digits and signs read as letters, and so backwards. */
type Piece = {
  whole: string[];
  typed: string[];
  start: number;
  end: number;
  plain: string;
  letters: string;
  backwards: string;
};

/** A piece that is no common word: one's own, keys in a row, a year, what came just before, or a single character. */
function guessesForPiece(piece: Piece, own: CommonWords): number {
  const { whole, typed, start, end, plain } = piece;
  const length = end - start;
  if (length === 1) return guessesForCharacter(typed[start]!);
  if (isRepeated(whole, start, length)) return 3;
  if (length >= 3 && plain === plain.charAt(0).repeat(length)) return 30;
  const keys = length >= 3 ? guessesForKeys(whole, start, end) : Number.POSITIVE_INFINITY;
  return Math.min(guessesForWord(piece, own), guessesForDigits(plain), keys);
}

/** Whether the piece is what came just before it. */
function isRepeated(whole: string[], start: number, length: number): boolean {
  if (start < length) return false;
  for (let at = start; at < start + length; at += 1) if (whole[at] !== whole[at - length]) return false;
  return true;
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
function guessesForKeys(whole: string[], start: number, end: number): number {
  const step = whole[start + 1]!.codePointAt(0)! - whole[start]!.codePointAt(0)!;
  let alphabetical = Math.abs(step) === 1;
  let beside = true;
  let turns = 0;
  let former: number | undefined;
  for (let at = start + 1; at < end && (alphabetical || beside); at += 1) {
    const [before, here] = [whole[at - 1]!, whole[at]!];
    alphabetical &&= here.codePointAt(0)! - before.codePointAt(0)! === step;
    const direction = directionOf(before, here);
    beside &&= direction !== undefined;
    if (former !== undefined && direction !== former) turns += 1;
    former = direction;
  }
  if (alphabetical) return 30;
  return beside ? 40 * 6 ** turns : Number.POSITIVE_INFINITY;
}

/** To the left, to the right, up or down from one key to the next; undefined where they are not beside each other. */
function directionOf(before: string, here: string): number | undefined {
  const [from, to] = [KEYS.get(before), KEYS.get(here)];
  if (!from || !to) return undefined;
  const [x, y] = [to.x - from.x, to.y - from.y];
  if (Math.abs(x) > 2 || Math.abs(y) > 1 || (x === 0 && y === 0)) return undefined;
  return y === 0 ? Math.sign(x) : 2 * y;
}

/** A word in any case, forwards or backwards, with digits and signs for letters. */
function guessesForWord({ typed, start, end, plain, letters, backwards }: Piece, ranks: CommonWords): number {
  if (end - start < 3) return Number.POSITIVE_INFINITY;
  const rank = ranks.get(plain) ?? scaled(ranks.get(letters), 3) ?? scaled(ranks.get(backwards), 4);
  return rank === undefined ? Number.POSITIVE_INFINITY : rank * guessesForCase(typed.slice(start, end).join(""));
}

const scaled = (rank: number | undefined, factor: number) => rank && rank * factor;

/** Words begin with a capital, or have none; all capitals are tried next. */
function guessesForCase(word: string): number {
  const rest = word.replace(/^\p{L}/u, "");
  if (!/\p{Lu}/u.test(rest)) return 1;
  return /\p{Ll}/u.test(word) ? 8 : 2;
}
