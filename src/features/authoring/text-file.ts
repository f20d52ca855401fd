import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { isMap, parseDocument, type Scalar, stringify } from "yaml";
import { trimLines } from "./trim-lines.policy.ts";

/** How the fields are written that an author changed. */
const SHAPE = { lineWidth: 0 } as const;

const FRONT_MATTER = /^---\r?\n(?<yaml>[\s\S]*?)\r?\n---(?:\r?\n|$)/;

/** Writes a Markdown file with its head. Of one that is there already only what differs is changed: quotes, comments and blank lines stay. */
export function writeTextFile(path: string, head: Record<string, unknown>, markdown: string): void {
  const before = existsSync(path) ? readFileSync(path, "utf8") : "";
  const [front = "", yaml] = FRONT_MATTER.exec(before) ?? [];
  if (yaml === undefined) {
    writeFileSync(path, `---\n${stringify(head, SHAPE)}---\n\n${markdown}\n`);
    return;
  }
  const text = before.slice(front.length);
  const isSame = trimLines(text) === markdown;
  writeFileSync(path, `---\n${changedHead(yaml, head)}---\n${isSame ? text : `\n${markdown}\n`}`);
}

/** A head with its fields as they are now; the lines of a field that is the same stay letter by letter. */
function changedHead(yaml: string, head: Record<string, unknown>): string {
  const document = parseDocument(`${yaml}\n`);
  const known = document.toJS() as Record<string, unknown>;
  const fields = isMap(document.contents) ? document.contents.items.map(({ key }) => key as Scalar<string>) : [];
  const starts = fields.map(({ range }) => range![0]);
  const kept = fields.flatMap(({ value: name }, index) => {
    if (!(name in head)) return [];
    const own = `${yaml}\n`.slice(starts[index], starts[index + 1]);
    return [isDeepStrictEqual(known[name], head[name]) ? own : stringify({ [name]: head[name] }, SHAPE)];
  });
  const added = Object.entries(head).filter(([name]) => !(name in known));
  return [...kept, ...added.map(([name, value]) => stringify({ [name]: value }, SHAPE))].join("");
}
