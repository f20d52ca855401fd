import { countWords } from "./finding.ts";
import { parseMarkdown, textOf } from "./markdown.ts";

/**
 * Habits of style that are good once and tiring over 73 lessons. Each is counted over all of them, because no single lesson shows
 * the fault. `most` only ever goes down: it began as half of what was counted on 2026-11-22, before the lessons were revised
 * (“Quem”: 133, limited to 30; then 42, 18, 33, 50 and 252). `mostElsewhere` is the same for studies, articles and the commentaries of
 * documents together: half of what they had on 2026-11-23. `mostSpoken` is for the pieces and the lives.
 */
export const TICS: {
  name: string;
  most: number;
  mostElsewhere: number;
  mostSpoken: number;
  count: (paragraph: string, sentences: string[]) => number;
}[] = [
  {
    name: "frases que abrem com “Quem” e um verbo",
    most: 30,
    mostElsewhere: 23,
    mostSpoken: 16,
    count: (_, sentences) => sentences.filter((sentence) => /^Quem\s/.test(sentence) && !sentence.endsWith("?")).length,
  },
  {
    name: "“O primeiro… O segundo”",
    most: 21,
    mostElsewhere: 7,
    mostSpoken: 5,
    count: (_, sentences) => sentences.filter((sentence) => /^(O segundo|A segunda)\b/.test(sentence)).length,
  },
  {
    name: "frases que abrem com “Vale”",
    most: 10,
    mostElsewhere: 0,
    mostSpoken: 0,
    count: (_, sentences) => sentences.filter((each) => /^Vale\b/.test(each)).length,
  },
  {
    name: "“convém”",
    most: 17,
    mostElsewhere: 3,
    mostSpoken: 3,
    count: (paragraph) => paragraph.match(/\bconvém\b/gi)?.length ?? 0,
  },
  {
    name: "“costuma” e “costumam”",
    most: 26,
    mostElsewhere: 8,
    mostSpoken: 8,
    count: (paragraph) => paragraph.match(/\bcostumam?\b/gi)?.length ?? 0,
  },
  {
    name: "parágrafos que fecham com uma frase de dez palavras ou menos",
    most: 126,
    mostElsewhere: 142,
    mostSpoken: 100,
    count: (_, sentences) =>
      Number(sentences.length > 1 && countWords(sentences.at(-1)!) <= 10 && !sentences.at(-1)!.endsWith("?")),
  },
];

/** So many times in one text a habit is remarked. */
const OFTEN = 3;

/** The habits that one text shows often. */
export const ticsOf = (markdown: string): string[] =>
  countTics([markdown]).flatMap((count, index) => (count >= OFTEN ? [`${count} ${TICS[index]!.name}`] : []));

/** A finding for each habit that is over its limit. `counts` are those of `countTics`, over all texts that the limit is for. */
export const checkTics = (counts: number[], limit: "most" | "mostElsewhere" | "mostSpoken"): string[] =>
  TICS.flatMap((tic, index) => (counts[index]! > tic[limit] ? [`${counts[index]} ${tic.name}; no máximo ${tic[limit]}`] : []));

/** How often each habit occurs in the texts' own paragraphs, in the order of `TICS`. The caption of a drawing is not one. */
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
