import { countWords } from "./finding.ts";
import { parseMarkdown, textOf } from "./markdown.ts";

/**
 * Habits of style that are good once and tiring over 73 lessons. Each is counted over all of them, because no single lesson shows
 * the fault. `most` only ever goes down: it began as half of what was counted on 2026-11-22, before the lessons were revised
 * (“Quem”: 133, limited to 30; then 42, 18, 33, 50 and 252).
 */
export const TICS: { name: string; most: number; count: (paragraph: string, sentences: string[]) => number }[] = [
  {
    name: "sentences that open with “Quem” and a verb",
    most: 30,
    count: (_, sentences) => sentences.filter((sentence) => /^Quem\s/.test(sentence) && !sentence.endsWith("?")).length,
  },
  {
    name: "“O primeiro… O segundo”",
    most: 21,
    count: (_, sentences) => sentences.filter((sentence) => /^(O segundo|A segunda)\b/.test(sentence)).length,
  },
  {
    name: "sentences that open with “Vale”",
    most: 10,
    count: (_, sentences) => sentences.filter((each) => /^Vale\b/.test(each)).length,
  },
  { name: "“convém”", most: 17, count: (paragraph) => paragraph.match(/\bconvém\b/gi)?.length ?? 0 },
  { name: "“costuma” and “costumam”", most: 26, count: (paragraph) => paragraph.match(/\bcostumam?\b/gi)?.length ?? 0 },
  {
    name: "paragraphs that close on a sentence of ten words or fewer",
    most: 126,
    count: (_, sentences) =>
      Number(sentences.length > 1 && countWords(sentences.at(-1)!) <= 10 && !sentences.at(-1)!.endsWith("?")),
  },
];

/** A finding for each habit that is over its limit. `counts` are those of `countTics`, over all lessons. */
export const checkTics = (counts: number[]): string[] =>
  TICS.flatMap(({ name, most }, index) => (counts[index]! > most ? [`${counts[index]} ${name}; at most ${most} wanted`] : []));

/** How often each habit occurs in the lessons' own paragraphs, in the order of `TICS`. The caption of a drawing is not one. */
export function countTics(lessons: string[]): number[] {
  const paragraphs = lessons.flatMap((markdown) =>
    parseMarkdown(markdown)
      .children.filter((node) => node.type === "paragraph" && node.children[0]?.type !== "image")
      .map((node) => textOf(node).replace(/\[\^[^\]]+\]/g, "")),
  );
  return TICS.map(({ count }) =>
    paragraphs.reduce((sum, paragraph) => sum + count(paragraph, paragraph.split(/(?<=[.?!][”»)]?)\s+/)), 0),
  );
}
