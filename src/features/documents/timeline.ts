import type { DocumentCard } from "./documents.answers.ts";

/** The years that the timeline shows; what is older, and Scripture, is off it. */
export const FIRST_YEAR = 1390;
export const LAST_YEAR = 2015;

/** The widened stretch is where most documents gather. */
const STRETCHES = [
  { from: FIRST_YEAR, to: 1700, perYear: 0.8, bin: 25 },
  { from: 1700, to: 1880, perYear: 4.05, bin: 5 },
  { from: 1880, to: LAST_YEAR + 1, perYear: 1.12, bin: 18 },
];
const LEFT = 30;

/** Whether a document has a place on the timeline. The year of Scripture only sorts it. */
export const isOnTimeline = ({ region, year }: DocumentCard): boolean => region !== "escritura" && year >= FIRST_YEAR;

/** Where a year is on the timeline, in its own units from the left. */
export function placeOf(year: number): number {
  let x = LEFT;
  for (const { from, to, perYear } of STRETCHES) x += Math.max(0, Math.min(year, to) - from) * perYear;
  return x;
}

/** The middle of the few years whose documents are stacked on one another. */
function columnOf(year: number): number {
  const { from, bin, perYear } = STRETCHES.findLast((stretch) => year >= stretch.from)!;
  return placeOf(from) + (Math.floor((year - from) / bin) + 0.5) * bin * perYear;
}

export type Stone = { document: DocumentCard; x: number; level: number };

/** Each document as a stone: the middle of its column, and how many stones it stands on. */
export function stonesOf(documents: DocumentCard[]): Stone[] {
  const heights = new Map<number, number>();
  return documents.filter(isOnTimeline).map((document) => {
    const x = columnOf(document.year);
    const level = heights.get(x) ?? 0;
    heights.set(x, level + 1);
    return { document, x, level };
  });
}

export type Label = { id: string; year: number; text: string; x: number; row: number; side: "left" | "right" };

/** Room that a label takes beside its line: the year, and the letters of its name. */
const widthOf = (text: string): number => 46 + text.length * 7.6;
/** Labels before this year are to the left of their lines, where there is room, later ones to the right: lines and labels then never cross. */
const MIDDLE = 1770;
const MOST_ROWS = 9;

/** The names over the timeline, in rows from below. What would need more rows than there are is not named. */
export function labelsOf(documents: DocumentCard[]): Label[] {
  const named = stonesOf(documents).flatMap(({ document: { id, year, mark }, x }) =>
    mark === null ? [] : [{ id, year, text: mark, x, side: sideOf(year, x, mark) }],
  );
  const alone = named.filter(({ x }, index) => named[index - 1]?.x !== x);
  const left = alone.filter(({ side }) => side === "left");
  const right = alone.filter(({ side }) => side === "right").reverse();
  return inRows([...left, ...right]).sort((a, b) => a.x - b.x);
}

const sideOf = (year: number, x: number, text: string): Label["side"] => (year < MIDDLE && x >= widthOf(text) ? "left" : "right");

/** From where to where a label is, its line included. */
export const spanOf = ({ x, text, side }: Pick<Label, "x" | "text" | "side">): [number, number] =>
  side === "left" ? [x - widthOf(text), x] : [x, x + widthOf(text)];

/** A label is above those placed before it that it would touch or whose lines it would cross. */
function inRows(labels: Omit<Label, "row">[]): Label[] {
  const placed: Label[] = [];
  for (const label of labels) {
    const [from, to] = spanOf(label);
    const met = placed
      .map((other) => ({ row: other.row, span: spanOf(other) }))
      .filter(({ span }) => span[0] < to && span[1] > from);
    const row = met.reduce((highest, other) => Math.max(highest, other.row + 1), 0);
    if (row < MOST_ROWS) placed.push({ ...label, row });
  }
  return placed;
}

export type Decade = { decade: number; documents: DocumentCard[] /** Years without a document before it. */; gap: number };

/** The decades that have documents, for narrow screens. */
export function decadesOf(documents: DocumentCard[]): Decade[] {
  const byDecade = Map.groupBy(documents.filter(isOnTimeline), ({ year }) => Math.floor(year / 10) * 10);
  const decades = [...byDecade.entries()].sort(([a], [b]) => a - b);
  return decades.map(([decade, own], index) => {
    const before = decades[index - 1]?.[0];
    return { decade, documents: own, gap: before === undefined ? 0 : decade - before - 10 };
  });
}
