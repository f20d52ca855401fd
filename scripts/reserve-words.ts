/**
 * Adds reserved words to content/forbidden.yaml, as hashes: `npm run content:reserve -- "a ritual word is not spoken of"`, or
 * `npm run content:reserve -- headwords`. They are read from the keyboard, one word or run of words a line, so that they are in no file and in
 * no history of commands; Ctrl+D ends.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline/promises";
import { parseDocument, Scalar } from "yaml";
import { CONTENT_FOLDER } from "#app/content/files.ts";
import { normalised, reservedHash } from "#app/content/forbidden.ts";

const [reason] = process.argv.slice(2);
const file = join(CONTENT_FOLDER, "forbidden.yaml");
const source = parseDocument(readFileSync(file, "utf8"));
const { salt, reserved } = source.toJS() as { salt: string; reserved: { reason: string }[] };
const group = reserved.findIndex((each) => each.reason === reason);
if (!reason || (group < 0 && reason !== "headwords"))
  throw new Error(`give one of these: headwords, ${[...new Set(reserved.map((each) => `"${each.reason}"`))].join(", ")}`);

const words: string[] = [];
for await (const line of createInterface({ input: process.stdin })) if (normalised(line)) words.push(normalised(line));

/** Adds hashes to a block of them, each once, nine a line. */
function add(path: (string | number)[], added: string[]): void {
  const kept = String(source.getIn(path) ?? "").split(/\s+/);
  const all = [...new Set([...kept, ...added])].filter(Boolean).sort();
  const lines = Array.from({ length: Math.ceil(all.length / 9) }, (_, line) => all.slice(line * 9, line * 9 + 9).join(" "));
  const block = new Scalar(lines.join("\n"));
  block.type = Scalar.BLOCK_LITERAL;
  source.setIn(path, block);
}

const hashesOf = (texts: string[]) => texts.map((text) => reservedHash(salt, text));
if (reason === "headwords") add(["headwords"], hashesOf(words));
else {
  add(["reserved", group, "words"], hashesOf(words));
  add(["reserved", group, "starts"], hashesOf(words.map((text) => text.split(" ")[0]!)));
}
writeFileSync(file, source.toString({ lineWidth: 0 }));
console.log(`${words.length} added`);
