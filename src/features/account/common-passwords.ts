import { ZxcvbnFactory } from "@zxcvbn-ts/core";
import { adjacencyGraphs, dictionary as world } from "@zxcvbn-ts/language-common";
import { dictionary as brazil } from "@zxcvbn-ts/language-pt-br";
import { fold } from "#app/lib/text.ts";

/** Names that somebody who attacks this academy would try first. */
const OURS = ["academia do rito de york", "academia", "rito de york", "maconaria", "macom"];

/** Guesses, as a power of ten, that a program which knows words, names, dates and keyboards needs at least: eight random characters have 8. */
const LEAST_GUESSES = 7.9;
/** What comes after is only safer, and takes the estimate long. */
const LONGEST_ESTIMATED = 30;

/** Made at the first use: the lists are 90,000 words. */
let lists: { estimate: ZxcvbnFactory; words: Set<string> } | undefined;

function openLists() {
  const dictionary = { ...world, ...brazil, ours: OURS.flatMap((name) => name.split(" ")) };
  const words = Object.values(dictionary)
    .flat()
    .map((word) => lettersOf(String(word)))
    .filter((word) => word.length >= 4);
  return { estimate: new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs }), words: new Set(words) };
}

/**
 * Whether a password is easy to guess: one word or name, of the languages people use here, of this academy or of the member himself, with
 * digits and signs around or within it; or anything else that a guessing program finds soon (ASVS 6.2.4, 6.2.11, 6.2.12).
 */
export function isCommonPassword(password: string, personal: string[]): boolean {
  lists ??= openLists();
  const own = [...OURS, ...personal, ...personal.flatMap((text) => text.split(/[@\s.]/))];
  const known = new Set(own.map(lettersOf).filter((text) => text.length >= 4));
  for (const letters of [lettersOf(password), lettersOf(withoutLeet(password))])
    if (known.has(letters) || lists.words.has(letters)) return true;
  return lists.estimate.check(password.slice(0, LONGEST_ESTIMATED), own).guessesLog10 < LEAST_GUESSES;
}

const lettersOf = (text: string) => fold(text).replace(/[^a-z]/g, "");

const LEET: Record<string, string> = { "@": "a", "4": "a", "3": "e", "1": "i", "!": "i", "0": "o", "5": "s", $: "s", "7": "t" };

/** With digits and signs for letters read as letters, except behind the last letter, where they are only an ending. */
const withoutLeet = (text: string) =>
  text.replace(/[@431!05$7]/g, (sign, at: number) => (/\p{L}/u.test(text.slice(at)) ? LEET[sign]! : sign));
