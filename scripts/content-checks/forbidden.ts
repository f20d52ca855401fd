import { z } from "zod";
import { CONTENT_FOLDER, readYaml } from "#app/content/files.ts";

const forbiddenSource = z.strictObject({
  patterns: z.array(z.strictObject({ pattern: z.string().min(1), reason: z.string().min(3) })),
  headwords: z.array(z.string()),
});

export type Forbidden = { patterns: { expression: RegExp; reason: string }[]; headwords: Set<string> };

/** Without accents but letter for letter, so that a place found in it is the same place in the text. */
const withoutAccents = (text: string) => text.normalize("NFC").replace(/\p{L}/gu, (letter) => letter.normalize("NFD").charAt(0));

/** Compiles `content/forbidden.yaml`: whole words, without regard to case and accents. */
export function compileForbidden(source: z.output<typeof forbiddenSource>): Forbidden {
  const patterns = source.patterns.map(({ pattern, reason }) => ({
    expression: new RegExp(`(?<!\\w)(?:${withoutAccents(pattern)})(?!\\w)`, "giu"),
    reason,
  }));
  return { patterns, headwords: new Set(source.headwords.map((word) => withoutAccents(word).toLowerCase())) };
}

export const readForbidden = (): Forbidden => compileForbidden(readYaml("forbidden.yaml", forbiddenSource, CONTENT_FOLDER));

/** What of the forbidden matter a text says, each with the words around it. Blocks are read line by line. */
export function findForbidden(text: string, { patterns }: Forbidden): string[] {
  return text.split("\n").flatMap((line) => {
    const plain = withoutAccents(line);
    return patterns.flatMap(({ expression, reason }) =>
      [...plain.matchAll(expression)].map(
        ({ 0: match, index }) => `“${around(line.normalize("NFC"), index, match.length)}”: ${reason}`,
      ),
    );
  });
}

/** True for a word that may not be an entry of the public dictionary at all. */
export const isForbiddenHeadword = (term: string, { headwords }: Forbidden): boolean =>
  headwords.has(withoutAccents(term).toLowerCase());

function around(text: string, index: number, length: number): string {
  const start = Math.max(0, index - 25);
  const end = Math.min(text.length, index + length + 25);
  return `${start > 0 ? "…" : ""}${text.slice(start, end).trim()}${end < text.length ? "…" : ""}`;
}
