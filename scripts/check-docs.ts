/** Fails when a document of the project cites a path of the repository that is gone, or when two decisions share a number. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");
const documents = [
  "README.md",
  ...readdirSync(join(root, "docs"), { recursive: true })
    .map(String)
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name}`),
];
/** Something in backquotes that begins with one of our folders. */
const CITED = /`((?:src|tests|content|docs|scripts|public)\/[\w./*<>:[\]-]+)`/g;

const missing = documents.flatMap((document) =>
  [...readFileSync(join(root, document), "utf8").matchAll(CITED)]
    .map(([, path]) => path!)
    .filter((path) => !/[*<>[\]:]/.test(path) && !existsSync(join(root, path)))
    .map((path) => `${document}: ${path} does not exist`),
);

const numbers = readdirSync(join(root, "docs/decisions")).map((name) => name.slice(0, 4));
const doubled = numbers
  .filter((number, index) => numbers.indexOf(number) !== index)
  .map((number) => `docs/decisions: two decisions have the number ${number}`);

for (const line of [...missing, ...doubled]) console.log(line);
console.log(`${documents.length} documents, ${missing.length} dead paths, ${doubled.length} doubled numbers`);
process.exit(missing.length + doubled.length > 0 ? 1 : 0);
