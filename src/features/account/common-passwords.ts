import { dictionary } from "@zxcvbn-ts/language-common";
import { fold } from "#app/lib/text.ts";

const common = new Set(dictionary["passwords-common"].map((password) => fold(password)));

/** Names that somebody who attacks this academy would try first. */
const OURS = ["academia do rito de york", "academia", "rito de york", "maconaria", "macom"];

/**
 * Whether a password is among the most used of the world, or is nothing but the member's own data or this academy's name with
 * some digits and signs around it (ASVS 6.2.4, 6.2.11, 6.2.12).
 */
export function isCommonPassword(password: string, personal: string[]): boolean {
  if (common.has(fold(password))) return true;
  const letters = lettersOf(password);
  const own = [...OURS, ...personal, ...personal.flatMap((text) => text.split(/[@\s.]/))].map(lettersOf);
  return own.some((text) => text.length >= 4 && text === letters);
}

const lettersOf = (text: string) => fold(text).replace(/[^a-z]/g, "");
