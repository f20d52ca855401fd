import { fold } from "#app/lib/text.ts";

/** More words than these narrow nothing down. */
const MOST_WORDS = 10;
/** A beginning shorter than this fits too many words; beside a word that narrows, it may be shorter. */
const SHORTEST_PREFIX = { alone: 3, besides: 2 };

/**
 * The words of a search as PostgreSQL's `to_tsquery` reads them. They are letters and digits only, so that nothing typed is an operator.
 * @returns each word, and the last one as the word it may be and as the beginning of another
 */
export function lexemesOf(text: string): { whole: string[]; begun: { words: string; prefix: string } | null } {
  const words = (fold(text).match(/[\p{L}\p{N}]+/gu) ?? []).slice(0, MOST_WORDS);
  const last = words.at(-1);
  if (last === undefined || last.length < SHORTEST_PREFIX[words.length > 1 ? "besides" : "alone"])
    return { whole: words.map(withPlural), begun: null };
  return { whole: words.slice(0, -1).map(withPlural), begun: { words: withPlural(last), prefix: `${last}:*` } };
}

/** Plurals that the stemmer takes for words of their own, without accents as everything it reads. */
const FORMS: [end: RegExp, other: string[]][] = [
  [/ao$/, ["oes", "aes"]],
  [/(?:oes|aes)$/, ["ao"]],
  [/al$/, ["ais"]],
  [/ais$/, ["al"]],
  [/el$/, ["eis"]],
  [/eis$/, ["el"]],
  [/om$/, ["ons"]],
  [/ons$/, ["om"]],
  [/em$/, ["ens"]],
  [/ens$/, ["em"]],
  [/(?<=[aeo])u$/, ["us"]],
  [/(?<=[aeo])us$/, ["u"]],
];

function withPlural(word: string): string {
  const form = FORMS.find(([end]) => end.test(word));
  return form ? `(${[word, ...form[1].map((other) => word.replace(form[0], other))].join(" | ")})` : word;
}
