/** Letters and figures that are not mistaken for each other (Crockford's base 32). */
export const CODE_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/** 26 signs of five bits: 130 bits. */
export const CODE_LENGTH = 26;

/** Stands before a code on the sheet. */
const PREFIX = "RY";

const CODE = new RegExp(`^[${CODE_ALPHABET}]{${CODE_LENGTH}}$`);

/**
 * A code as somebody typed it, or as it is written in an address: with or without prefix, hyphens, spaces and points, in small letters,
 * with O for zero and I or L for one. What is no code stays something that no certificate has, and is looked up like any other.
 */
export function codeOf(typed: string): string {
  const letters = typed.toUpperCase().replace(/[^A-Z0-9]/g, "");
  const signs = letters.slice(letters.length === CODE_LENGTH + PREFIX.length && letters.startsWith(PREFIX) ? PREFIX.length : 0);
  const read = signs.replace(/O/g, "0").replace(/[IL]/g, "1");
  return CODE.test(read) ? read : "";
}

/** @param bytes random ones, one for each sign */
export const codeFrom = (bytes: Uint8Array): string =>
  [...bytes.subarray(0, CODE_LENGTH)].map((byte) => CODE_ALPHABET[byte % 32]).join("");

/** Letters that the sheet's fonts have: Latin ones with the accents of Western Europe. */
const NAME_LETTERS = /^[A-Za-zÀ-ÖØ-öø-ÿŒœ .,'’ªº-]+$/;

/** A member's name as the sheet can set it; what it has no letters for loses its accents, or is left out. */
export function printableName(name: string): string {
  const fits = (letter: string) => NAME_LETTERS.test(letter);
  const letters = [...name.normalize("NFC")].map((letter) =>
    fits(letter) ? letter : letter.normalize("NFD").replace(/\p{M}/gu, ""),
  );
  const printable = letters.filter(fits).join("").replace(/\s+/g, " ").trim();
  return printable.length >= 3 ? printable : "Membro da Academia";
}

/**
 * The forms of their registered name among which the holder of a certificate chooses: whole, first and last, with initials between, and
 * initials with the last. A name that is not their own cannot be printed.
 */
export function nameForms(name: string): string[] {
  const whole = printableName(name);
  const words = whole.split(" ");
  const [first, last] = [words[0]!, words.at(-1)!];
  if (words.length < 2) return [whole];
  const initial = (word: string) => (/^\p{Lu}/u.test(word) ? `${[...word][0]}.` : word);
  const forms = [
    whole,
    `${first} ${last}`,
    [first, ...words.slice(1, -1).map(initial), last],
    [...words.slice(0, -1).map(initial), last],
  ];
  return [...new Set(forms.map((form) => (Array.isArray(form) ? form.join(" ") : form)))];
}
