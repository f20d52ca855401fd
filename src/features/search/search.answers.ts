import { z } from "zod";
import { count } from "#app/server/http/answers.ts";
import { SEARCH_KINDS } from "./kinds.ts";

/** A piece of plain text, and whether it is what was looked for. Nothing of it is markup: browsers show it as text. */
const piece = z.strictObject({ text: z.string(), hit: z.boolean() });
export type Piece = z.output<typeof piece>;

const result = z.strictObject({
  kind: z.enum(SEARCH_KINDS),
  path: z.string(),
  title: z.array(piece),
  /** Where it belongs: the lesson's module, the work's author. */
  context: z.string(),
  /** The place in the text; empty in the brief answer. */
  excerpt: z.array(piece),
});
export type SearchResult = z.output<typeof result>;

const counts = z.array(z.strictObject({ kind: z.enum(SEARCH_KINDS), total: count }));

/** A page of results, best first. */
export const searchPage = z.strictObject({
  /** How many there are of each kind that has any. */
  counts,
  results: z.array(result),
  page: count,
  pages: count,
  /** What is called nearly so, when nothing was found. */
  near: z.array(result),
});
export type SearchPage = z.output<typeof searchPage>;

/** The best of each kind, the kind of the best one first. */
export const searchBrief = z.strictObject({
  groups: z.array(z.strictObject({ kind: z.enum(SEARCH_KINDS), total: count, results: z.array(result) })),
  near: z.array(result),
});
export type SearchBrief = z.output<typeof searchBrief>;
