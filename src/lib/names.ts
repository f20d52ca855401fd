/** Letters of the Latin scripts that people here write names with; of other ones some look the same as these. */
const LATIN = /^[A-Za-zªºÀ-ÖØ-öø-İĲ-ķĹ-ňŊ-žẀ-ỿ]$/;

/** No name is longer, in characters: of more, which the schemas refuse for its length, nothing costly is looked at. */
export const LONGEST_NAME = 200;

/**
 * Whether a name can pass for another one: letters of another script ("А" of Cyrillic for "A"), or characters that one does not see and that
 * turn the direction of what follows. Names here are Portuguese, so that no table of look-alikes is needed.
 */
export const isDeceptive = (name: string): boolean =>
  /\p{Cf}|\p{Co}|\p{Cn}|\p{M}{3}/u.test(name.slice(0, LONGEST_NAME)) ||
  [...name.slice(0, LONGEST_NAME).normalize("NFC")].some((sign) => /\p{L}/u.test(sign) && !LATIN.test(sign));

export const DECEPTIVE_NAME = "Use as letras do português, sem sinais invisíveis";

/** A typed name in one form: composed letters, one space at a time. */
export const tidyName = (name: string): string => name.normalize("NFC").replace(/\s+/g, " ").trim();

/** What a name looks like: two of the same skeleton are taken for each other (compare Unicode TR 39). */
export const skeletonOf = (name: string): string =>
  tidyName(name.slice(0, LONGEST_NAME))
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[øđł]/g, (letter) => ({ ø: "o", đ: "d", ł: "l" })[letter]!)
    .replace(/[i1|]/g, "l")
    .replace(/0/g, "o")
    .replace(/[^\p{L}\p{N}]/gu, "");
