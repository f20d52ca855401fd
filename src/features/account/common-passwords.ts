import { COMMON_WORDS } from "./common-words.ts";
import { type CommonWords, isEasyToGuess, readCommonWords } from "./password-judge.ts";

let common: CommonWords | undefined;

/**
 * The judge with its list, which is made at the first use; a page asks for this module when the field is focused.
 * @param personal the member's address, name and Lodge
 */
export function isCommonPassword(password: string, personal: readonly string[]): boolean {
  common ??= readCommonWords(COMMON_WORDS);
  return isEasyToGuess(password, personal, common);
}
