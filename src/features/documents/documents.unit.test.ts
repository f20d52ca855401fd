import { expect, test } from "vitest";
import { readDocuments } from "#app/content/documents.ts";
import { FILTERS, findDocuments, inGroups } from "./collection.ts";
import { withInitial } from "./content/initials.ts";
import type { DocumentCard } from "./documents.answers.ts";
import { decadesOf, isOnTimeline, labelsOf, placeOf, spanOf, stonesOf } from "./timeline.ts";

const documents = readDocuments().map(({ mark, ...document }) => ({ ...document, mark: mark ?? null })) as DocumentCard[];
const ids = (found: DocumentCard[]) => found.map(({ id }) => id);

test("each document is in one part of the list, and Scripture and antiquity are off the timeline", () => {
  const groups = inGroups(documents);
  expect(groups.flatMap((group) => ids(group.documents)).sort()).toEqual(ids(documents).sort());
  const off = groups.filter(({ period }) => period === "fora da régua").flatMap((group) => group.documents);
  expect(ids(documents.filter((document) => !isOnTimeline(document))).sort()).toEqual(ids(off).sort());
  expect(off.length).toBeGreaterThan(5);
});

test("choices of one filter add up, filters narrow each other, and the search disregards accents", () => {
  const found = findDocuments(documents, { seculo: ["xvii", "xviii"], lugar: ["brasil", "continente"] }, "");
  expect(ids(found)).toEqual(["ramsay-republica", "in-eminenti-1738"]);
  expect(ids(findDocuments(documents, {}, "marinha BRITANICA"))).toEqual([]);
  expect(ids(findDocuments(documents, {}, "republica ramsay"))).toEqual(["ramsay-republica"]);
  expect(findDocuments(documents, { grau: ["york"] }, "").every(({ york }) => york)).toBe(true);
  for (const { choices } of FILTERS) for (const { label, fits } of choices) expect(documents.some(fits), label).toBe(true);
});

test("stones stand on one another within a few years, and no label crosses the line of another", () => {
  const stones = stonesOf(documents);
  expect(stones).toHaveLength(documents.filter(isOnTimeline).length);
  expect(new Set(stones.map(({ x, level }) => `${x} ${level}`)).size).toBe(stones.length);
  expect(placeOf(1880) - placeOf(1700)).toBeGreaterThan(5 * (placeOf(1880 - 180) - placeOf(1520)) * 0.9);
  const labels = labelsOf(documents);
  expect(labels.length).toBeGreaterThan(12);
  for (const one of labels) {
    const [from, to] = spanOf(one);
    expect(from, one.text).toBeGreaterThanOrEqual(0);
    for (const other of labels.filter(({ row }) => row === one.row)) {
      const [start, end] = spanOf(other);
      if (one !== other) expect(end <= from || start >= to, `${one.text}, ${other.text}`).toBe(true);
    }
    // its line goes down through the rows below
    for (const other of labels.filter(({ row }) => row < one.row)) {
      const [start, end] = spanOf(other);
      expect(one.x <= start || one.x >= end, `the line of ${one.text} crosses ${other.text}`).toBe(true);
    }
  }
});

test("the decades with documents come in order, with the empty years before them", () => {
  const decades = decadesOf(documents);
  expect(decades.map(({ decade }) => decade)).toEqual(decades.map(({ decade }) => decade).toSorted((a, b) => a - b));
  expect(decades.flatMap((decade) => decade.documents)).toHaveLength(documents.filter(isOnTimeline).length);
  expect(decades[0]!.gap).toBe(0);
});

test("the drawn initial takes its letter out of sight, not out of the text; what begins with no letter has a vignette", () => {
  expect(withInitial("<p>É assim.</p>", "carta")).toMatch(/>É<\/text><\/svg><p><span class="cap-letter">É <\/span>assim\.<\/p>$/);
  expect(withInitial("<p>“Neste dia", "carta")).toMatch(/>N<\/text><\/svg><p><span class="cap-letter">“N<\/span>este dia$/);
  expect(withInitial("<p>[…] como", "ata")).toMatch(/<\/g><\/svg><p>\[…\] como$/);
});
