import { join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { type CSpellReporter, lint } from "cspell";
import type { Finding } from "#app/features/authoring/checks/finding.ts";

const ROOT = join(import.meta.dirname, "../..");

/**
 * Words that neither the Brazilian dictionary nor content/spelling.txt knows, one finding for each word of a file.
 * What is not read as Portuguese (addresses, foreign titles, keys) is set down in cspell.json, so that editors agree.
 * @param files absolute, or from the repository's root
 */
export async function misspellings(files: string[]): Promise<Finding[]> {
  const lines = new Map<string, Set<number>>();
  const issue: CSpellReporter["issue"] = ({ uri = "", text, row }) => {
    const key = `${relative(ROOT, fileURLToPath(uri))}\n${text}`;
    lines.set(key, (lines.get(key) ?? new Set()).add(row));
  };
  const absolute = files.map((file) => resolve(ROOT, file));
  const options = { root: "/", config: join(ROOT, "cspell.json"), defaultConfiguration: false };
  const { files: read, errors } = await lint(absolute, options, { issue, error: console.error });
  if (errors > 0 || read < files.length) throw new Error(`cspell read ${read} of ${files.length} files, with ${errors} errors`);
  return [...lines].map(([key, rows]) => {
    const [file, word] = key.split("\n") as [string, string];
    return { file, message: `line ${[...rows].join(", ")}: “${word}” is misspelt, or a word for content/spelling.txt` };
  });
}

/** The craft's own word list: one word a line, in order, each once. */
export function checkWordList(text: string): string[] {
  const words = text.trimEnd().split("\n");
  return words.flatMap((word, index) => {
    const before = words[index - 1];
    if (!/^[\p{L}\p{M}’'-]+$/u.test(word)) return [`line ${index + 1}: “${word}” is not one word`];
    return before !== undefined && before.localeCompare(word, "pt-BR") >= 0
      ? [`“${word}” comes after “${before}”, against the order, or twice`]
      : [];
  });
}
