import { plural } from "#app/lib/text.ts";
import type { Entry, Place } from "./atlas.answers.ts";

/** A stretch of the line of years at which its handle stands: all of it, what lies before it, a century or ten years. */
export type Station = {
  /** As the address names it: "xviii", "1720". */
  id: string;
  label: string;
  /** Its first year, and the first that is no longer its own. */
  from: number;
  to: number;
  kind: "all" | "before" | "century" | "decade";
};

/** Where the line of years begins. */
export const FIRST_YEAR = 1250;

const ALL: Station = {
  id: "tudo",
  label: "Todos os anos",
  from: Number.NEGATIVE_INFINITY,
  to: Number.POSITIVE_INFINITY,
  kind: "all",
};
const BEFORE: Station = { ...ALL, id: "antes", label: `Antes de ${FIRST_YEAR}`, to: FIRST_YEAR, kind: "before" };

const ROMAN = ["XIII", "XIV", "XV", "XVI", "XVII", "XVIII", "XIX", "XX", "XXI"];
/** "XVIII": the hundred years that begin with 17. */
export const romanOf = (year: number): string => ROMAN[Math.floor(year / 100) - 12]!;

const yearOf = ({ year }: Entry): number => year ?? Number.NEGATIVE_INFINITY;

export const isWithin = (entry: Entry, { from, to }: Station): boolean => yearOf(entry) >= from && yearOf(entry) < to;

/** Where the handle may stand: all years, those before the line, and each century followed by its decades. What has no entry has no station. */
export function stationsOf(entries: Entry[]): Station[] {
  const years = entries.map(yearOf);
  const onLine = years.filter((year) => year >= FIRST_YEAR);
  const decades = [...new Set(onLine.map((year) => Math.floor(year / 10) * 10))].sort((a, b) => a - b);
  const centuries = Map.groupBy(decades, (decade) => Math.floor(decade / 100) * 100);
  return [
    ALL,
    ...(onLine.length < years.length ? [BEFORE] : []),
    ...[...centuries].flatMap(([century, own]): Station[] => [
      {
        id: romanOf(century).toLowerCase(),
        label: `Século ${romanOf(century)}`,
        from: century,
        to: century + 100,
        kind: "century",
      },
      ...own.map((from): Station => ({ id: String(from), label: `${from} a ${from + 9}`, from, to: from + 10, kind: "decade" })),
    ]),
  ];
}

/** What an address names, or all years. */
export const stationAt = (stations: Station[], id: string | null): Station => stations.find((each) => each.id === id) ?? ALL;

/** Whether an entry is at a place, or in a region; everything is where none is chosen. */
export function isAt(entry: Entry, where: string | null, places: ReadonlyMap<string, Place>): boolean {
  return where === null || entry.places.some((id) => id === where || places.get(id)?.region === where);
}

/** How many entries there are at each place. */
export function countByPlace(entries: Entry[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const id of entries.flatMap(({ places }) => places)) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}

export const inEntries = (count: number): string => plural(count, "registro", "registros");

/** "Escritura", "300 a.C.", "1723" */
export const nameOfYear = (year: number | null): string => {
  if (year === null) return "Escritura";
  return year < 0 ? `${-year} a.C.` : String(year);
};

/** The parts of the list: what is before the line, then each century; in each the years, in their order. */
export function inParts(
  entries: Entry[],
): { id: string; title: string; count: number; years: { name: string; entries: Entry[] }[] }[] {
  const parts = Map.groupBy(entries, (entry) => (yearOf(entry) < FIRST_YEAR ? null : Math.floor(entry.year! / 100) * 100));
  return [...parts].map(([century, own]) => ({
    id: String(century),
    title: century === null ? BEFORE.label : `Século ${romanOf(century)}`,
    count: own.length,
    years: [...Map.groupBy(own, ({ year }) => nameOfYear(year))].map(([name, ofYear]) => ({ name, entries: ofYear })),
  }));
}
