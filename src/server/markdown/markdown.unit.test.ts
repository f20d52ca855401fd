import fc from "fast-check";
import remarkGfm from "remark-gfm";
import remarkParse from "remark-parse";
import { unified } from "unified";
import { expect, test } from "vitest";
import { parseMarkdown } from "./markdown.ts";

const whole = unified().use(remarkParse).use(remarkGfm).freeze();

/** What members type, and the signs that CommonMark takes for more than words; some of them make an address together. */
const PLAIN = [
  ..."abwhtpx1 .,;:!?(){}<>#*_`'\"\\/+=-%$^]",
  "\n",
  "\n\n",
  "    ",
  "\t",
  "ww",
  "ttp:/",
  "mailto:",
  "xmpp:",
  "- ",
  "1. ",
  "> ",
  "Ação",
];
/** Where the extensions were found by more than their usual signs: a table of one column, escapes and references within an address. */
const ODD = [
  "a",
  "b",
  ".",
  " ",
  "\n",
  "\n\n",
  ":",
  "-",
  "- ",
  "> ",
  "w",
  "www",
  "http",
  "://",
  "\\",
  "/",
  "&#46;",
  "&commat;",
  "&#x3a;",
  "&amp;",
];
/** The signs of the extensions. */
const EXTENDED = [
  "&",
  "www.",
  "WWW.",
  "https://academia.example",
  "irmao@loja.example",
  "- [x] ",
  "[^1]",
  "[^1]: ",
  "~~",
  "|",
  "| - |",
];

test.each([
  ["without the signs of the extensions", PLAIN],
  ["with their odd signs", ODD],
  ["with some of them", [...PLAIN, ...EXTENDED]],
])("a text %s is read as the extensions read it", (_, pieces) => {
  const texts = fc.array(fc.constantFrom(...pieces), { maxLength: 40 }).map((some) => some.join(""));
  fc.assert(
    fc.property(texts, (text) => {
      expect(parseMarkdown(text)).toEqual(whole.parse(text));
    }),
    { numRuns: 1_500 },
  );
});
