/** "1 lição", "2 lições"; zero takes the plural, as in Brazilian usage. */
export const plural = (count: number, one: string, many: string): string =>
  `${count.toLocaleString("pt-BR")} ${count === 1 ? one : many}`;

const NUMBERS = [
  "zero",
  "um",
  "dois",
  "três",
  "quatro",
  "cinco",
  "seis",
  "sete",
  "oito",
  "nove",
  "dez",
  "onze",
  "doze",
  "treze",
  "catorze",
];
const FEMININE: Record<number, string> = { 1: "uma", 2: "duas" };

/** "duas", "catorze"; figures from fifteen on. */
export const numberInWords = (count: number, gender: "m" | "f"): string =>
  (gender === "f" && FEMININE[count]) || (NUMBERS[count] ?? count.toLocaleString("pt-BR"));

/** The text with a capital, as it opens a line or a sentence: "Hoje, 05:02". */
export const opening = (text: string): string => text.charAt(0).toLocaleUpperCase("pt-BR") + text.slice(1);

/** Lower case without accents: what searches compare. */
export const fold = (text: string): string => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/** "a, b e c" */
export const listInWords = (items: string[]): string => new Intl.ListFormat("pt-BR", { type: "conjunction" }).format(items);

/** "a, b ou c" */
export const alternativesInWords = (items: string[]): string =>
  new Intl.ListFormat("pt-BR", { type: "disjunction" }).format(items);

/** The first word of a full name, for greetings. */
export const firstName = (fullName: string): string => fullName.trim().split(/\s+/)[0] ?? "";

/**
 * The first name as letters write it, or nothing. A name is whatever somebody typed: what is not one word of letters could be an
 * address, which mail programs turn into a link.
 */
export function nameInLetter(fullName: string): string {
  const name = firstName(fullName);
  return /^[\p{L}\p{M}'’-]+$/u.test(name) ? name : "";
}

/** The text with every e-mail address in it masked. */
export const maskEmails = (text: string): string => text.replace(/[^\s@<>"]+@[^\s@<>"]+/g, "[e-mail]");

/** "O que é o grau?" as a part of an address: "o-que-e-o-grau". */
export const slugOf = (text: string): string =>
  fold(text)
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");

const ORDINALS = [
  ["primeir", "segund", "terceir", "quart", "quint", "sext", "sétim", "oitav", "non", "décim"],
  ["", "décim", "vigésim", "trigésim"],
] as const;

/** "segunda", "décimo primeiro": 1 to 39 in words. */
export function ordinal(count: number, gender: "a" | "o"): string {
  if (count <= 10) return `${ORDINALS[0][count - 1]}${gender}`;
  const tens = `${ORDINALS[1][Math.floor(count / 10)]}${gender}`;
  return count % 10 === 0 ? tens : `${tens} ${ORDINALS[0][(count % 10) - 1]}${gender}`;
}
