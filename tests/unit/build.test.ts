import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { CONTENT_FOLDER } from "#app/content/files.ts";

const built = join(import.meta.dirname, "../../build/pages/client");
const lessons = join(CONTENT_FOLDER, "lessons");

const flat = (text: string) =>
  text.replace(/\\u([0-9a-f]{4})/g, (_, code) => String.fromCodePoint(Number.parseInt(code, 16))).replace(/\s+/g, " ");

/** Sentences without marks in them, which every form of a text would show unchanged; lists hold sources, which are public. */
const sentencesOf = (source: string) =>
  source
    .replace(/^---[\s\S]*?\n---\n/, "")
    .split(/\n\s*\n/)
    .filter((paragraph) => !/^\s*[-#>|:]/.test(paragraph))
    .flatMap((paragraph) => flat(paragraph).split(/(?<=[.!?]) /))
    .filter((sentence) => sentence.length >= 60 && !/[*_[\]`<&"]/.test(sentence));

test("no file that anybody may fetch holds a sentence of a lesson", () => {
  const files = readdirSync(built, { recursive: true, encoding: "utf8" }).filter((name) =>
    /\.(html|js|data|json|txt|svg)$/.test(name),
  );
  expect(files.length).toBeGreaterThan(100);
  const all = files.map((name) => flat(readFileSync(join(built, name), "utf8"))).join("\n");
  const sources = readdirSync(lessons).filter((name) => name.endsWith(".md"));
  const sentences = sources.map((name) => sentencesOf(readFileSync(join(lessons, name), "utf8")));
  expect(sentences.filter((each) => each.length < 3)).toEqual([]); // each lesson is looked for
  expect(sentences.flat().filter((sentence) => all.includes(sentence))).toEqual([]);
});
