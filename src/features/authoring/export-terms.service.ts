import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { readTerms, type TermSource } from "#app/content/dictionary.ts";
import type { Db } from "#app/db/client.ts";
import { DEGREE_OF_ALL, type TermBody } from "./authoring.schema.ts";
import { readEditedTexts } from "./edited-texts.service.ts";
import { termOfBody } from "./term-bodies.policy.ts";

/** Writes the dictionary's file where entries were edited, written or retired here: the others stay letter by letter, and all in the order of the alphabet. */
export async function writeTerms(db: Db, to: string): Promise<{ written: number; retired: number }> {
  const edited = (await readEditedTexts(db)).filter(({ kind }) => kind === "term");
  const path = join(to, "dictionary.yaml");
  const text = readFileSync(path, "utf8");
  const head = text.slice(0, text.search(/^- slug: /m));
  const blocks = text.slice(head.length).split(/^(?=- slug: )/m);
  const known = readTerms(to);
  const entries = new Map(known.map((term, index) => [term.slug, { term: term.term, text: `${blocks[index]!.trimEnd()}\n` }]));
  const before = new Map(known.map((term) => [term.slug, term]));
  for (const { id, body, retiredAt } of edited) {
    if (retiredAt) entries.delete(id);
    if (retiredAt || body === null) continue;
    const { id: _, degree: _degree, ...term } = termOfBody({ id, degree: DEGREE_OF_ALL }, body as TermBody);
    if (!isDeepStrictEqual(before.get(id), term)) entries.set(id, { term: term.term, text: entryText(term) });
  }
  const ordered = [...entries.values()].toSorted((a, b) => a.term.localeCompare(b.term, "pt-BR", { sensitivity: "base" }));
  if (edited.length > 0) writeFileSync(path, head + ordered.map(({ text }) => text).join("\n"));
  return {
    written: edited.filter(({ body, retiredAt }) => body !== null && retiredAt === null).length,
    retired: edited.filter(({ retiredAt }) => retiredAt !== null).length,
  };
}

/** An entry as the file has them; what JSON quotes, YAML reads. */
const entryText = ({ slug, term, grade, definition, aliases, see }: TermSource): string =>
  [
    `- slug: ${slug}`,
    `  term: ${JSON.stringify(term)}`,
    `  grade: ${grade}`,
    `  definition: ${JSON.stringify(definition)}`,
    `  aliases: [${aliases.map((alias) => JSON.stringify(alias)).join(", ")}]`,
    `  see: [${see.join(", ")}]`,
    "",
  ].join("\n");
