import { globSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { readForbidden, saysReserved } from "#app/content/forbidden.ts";
import { judgeWords } from "#app/features/community/moderation/holds.service.ts";
import { collectShingles } from "#app/features/community/moderation/shingles.ts";
import { excerptOf, shownImages } from "#app/features/community/posts/post-text.ts";
import { ITEM_BYTES } from "#app/features/library/library.schema.ts";
import { passageFinder } from "#app/features/notes/anchor.policy.ts";
import { lexemesOf } from "#app/features/search/words.ts";
import { fold } from "#app/lib/text.ts";
import { acceptedEncoding } from "#app/server/http/encodings.ts";
import { isUnchanged } from "#app/server/http/etag.ts";
import { isWithinBounds } from "#app/server/http/json-bounds.ts";
import { mentionedIds } from "#app/server/markdown/members-text.ts";
import { addressOf } from "#app/server/network.ts";
import { growthFault } from "#tests/support/growth.ts";

/**
 * What runs on the event loop over what somebody sends (docs/security.md, "What costs, and what bounds it"): none of it takes a time that grows
 * faster than the input, and none 50 ms at the largest input allowed.
 */

/** What patterns stumble over: runs of each kind of sign, and of beginnings that nearly match. */
const PIECES = [
  ...[
    "a",
    "A",
    "1",
    " ",
    "\n",
    "\t",
    ".",
    "-",
    "_",
    "@",
    "/",
    ":",
    "'",
    "\\",
    "(",
    "[",
    "{",
    "<",
    "&",
    ",",
    ";",
    "=",
    "?",
    "!",
    "%",
    "+",
    "#",
    "*",
    '"',
  ],
  ...[
    "\u0301",
    "á",
    "😀",
    "\u00a0",
    "\u202e",
    "\r\n",
    "a ",
    " a",
    "a.",
    "a-",
    "a@",
    "@a.",
    "a'",
    "1.",
    "1:",
    "..",
    "a,",
    "á ",
    "A1!",
  ],
  ...[
    "(licao:",
    "(membro:",
    "(/api/community/images/",
    "www.a",
    "http://",
    "&#x",
    "&amp;",
    "<svg",
    "reis 1:1 ",
    "justica ",
    "termo:a",
  ],
];
/** With an end that keeps the whole from matching. */
const ENDS = ["", "\u0000"];
const run = (piece: string, end: string, size: number) =>
  piece.repeat(Math.ceil(size / piece.length)).slice(0, size - end.length) + end;

/** Those of the pieces and ends with which something takes too long. */
const faultsOf = (work: (text: string) => unknown, largest: number, ends = ENDS): string[] =>
  PIECES.flatMap((piece) =>
    ends.flatMap((end) => {
      const fault = growthFault((size) => work(run(piece, end, size)), largest);
      return fault ? `${JSON.stringify(piece)} … ${JSON.stringify(end)}: ${fault}` : [];
    }),
  );

const POST = 20_000;
const BODY = 64 * 1024;
const HEADER = 16 * 1024;
const forbidden = readForbidden();

describe("work over what is sent, on the event loop", () => {
  test.each<[string, number, (text: string) => unknown]>([
    ["what a post's pictures and members are found by", POST, (text) => [shownImages(text), mentionedIds(text)]],
    ["the first words of a post", POST, excerptOf],
    ["the reserved words", 2 * POST, (text) => saysReserved(text, forbidden)],
    [
      "the words of a post, judged",
      POST,
      (text) => judgeWords({ typed: [text], html: text.replaceAll("<", ""), board: { degree: null } }, collectShingles([])),
    ],
    ["the words of a search", 100, lexemesOf],
    ["folded text", BODY, fold],
    ["the bounds of JSON", ITEM_BYTES, isWithinBounds],
    ["accept-encoding", HEADER, acceptedEncoding],
    ["if-none-match", HEADER, (text) => isUnchanged(text, '"a"')],
    ["x-forwarded-for", HEADER, addressOf],
  ])(
    "%s",
    (_, largest, work) => {
      expect(faultsOf(work, largest)).toEqual([]);
    },
    60_000,
  );

  test("a passage of a note, in a text of many paragraphs", () => {
    const faults = ["a ", "á ", "palavra ", "um dois "].flatMap((piece) => {
      const work = (size: number) => {
        const blocks = Array.from({ length: size / 300 }, (_, at) => `${at} ${run(piece, "", 300)}`);
        const find = passageFinder(blocks);
        const short = find({ quote: piece.charAt(0), prefix: run(piece, "", 80), suffix: run(piece, "", 80), position: 0 });
        return [short, find({ quote: run("b ", "", 5_000), prefix: "", suffix: "", position: 1 })];
      };
      const fault = growthFault(work, 40_000);
      return fault ? `${JSON.stringify(piece)}: ${fault}` : [];
    });
    expect(faults).toEqual([]);
  }, 60_000);
});

/** Every input that a schema describes, with one text in place of all its texts. */
function filled(schema: z.ZodType, text: string): unknown {
  const { type, ...def } = schema.def as unknown as { type: string } & Record<string, any>;
  if (type === "object")
    return Object.fromEntries(Object.entries(def.shape).map(([name, part]) => [name, filled(part as z.ZodType, text)]));
  if (type === "array") return [filled(def.element, text)];
  if (type === "union") return filled(def.options.at(-1), text);
  if (type === "record") return { [text]: text };
  const inner = def.innerType ?? def.in;
  return inner ? filled(inner, text) : text;
}

const files = globSync("src/features/**/*.schema.ts");
const schemas: [string, z.ZodType][] = [];
for (const file of files)
  for (const [name, value] of Object.entries(await import(pathToFileURL(file).href)))
    if (value instanceof z.ZodType) schemas.push([`${file.replace("src/features/", "")} ${name}`, value]);

test("there are schemas", () => {
  expect(schemas.length).toBeGreaterThan(60);
});

test.each(schemas)(
  "%s refuses or takes any text in a time that grows with its length",
  (_, schema) => {
    expect(faultsOf((text) => schema.safeParse(filled(schema, text)), BODY, ["", "\u0000", "@"])).toEqual([]);
  },
  60_000,
);
