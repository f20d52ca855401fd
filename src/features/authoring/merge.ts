import { diff3Merge, diffIndices } from "node-diff3";
import type { TextBody } from "./authoring.schema.ts";

/**
 * Joins what two people made of one text, by its paragraphs: each is a line of the Markdown, and belongs to who changed it.
 * @returns nothing where both changed the same one, or the same field in two ways
 */
export function mergeBodies<Body extends TextBody>(base: Body, mine: Body, theirs: Body): Body | undefined {
  const merged: Record<string, unknown> = { ...theirs };
  for (const field of Object.keys(mine) as (keyof Body & string)[]) {
    const [was, own, other] = [base[field], mine[field], theirs[field]];
    if (isSame(own, other) || isSame(own, was)) continue;
    if (isSame(other, was)) merged[field] = own;
    else if (field === "markdown") {
      const joined = mergeLines(String(was), String(own), String(other));
      if (joined === undefined) return undefined;
      merged[field] = joined;
    } else return undefined;
  }
  return merged as Body;
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
const linesOf = (text: string): string[] => text.split("\n");

function mergeLines(base: string, mine: string, theirs: string): string | undefined {
  const regions = diff3Merge(linesOf(mine), linesOf(base), linesOf(theirs), { excludeFalseConflicts: true });
  const lines: string[] = [];
  for (const { ok } of regions) {
    if (!ok) return undefined;
    lines.push(...ok);
  }
  return lines.join("\n");
}

export type TextChange = { from: number; to: number; insert: string };

/** What makes one text of another, line by line, so that the cursor stays where it is. */
export function changesBetween(before: string, after: string): TextChange[] {
  const lines = linesOf(before);
  const starts = [0];
  for (const line of lines) starts.push(starts.at(-1)! + line.length + 1);
  const end = before.length; // the last line has no end of its own
  return diffIndices(lines, linesOf(after)).map(({ buffer1: [first, count], buffer2Content: added }) => {
    const [from, to] = [starts[first]!, starts[first + count]!];
    if (to <= end) return { from, to, insert: added.map((line) => `${line}\n`).join("") };
    if (from > end) return { from: end, to: end, insert: added.map((line) => `\n${line}`).join("") };
    return added.length === 0
      ? { from: Math.max(0, from - 1), to: end, insert: "" }
      : { from, to: end, insert: added.join("\n") };
  });
}
