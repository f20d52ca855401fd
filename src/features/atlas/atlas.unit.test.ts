import { describe, expect, test } from "vitest";
import { readPlaces } from "#app/content/places.ts";
import { MAP_REGION_IDS } from "#app/lib/map-regions.ts";
import type { Entry, Place } from "./atlas.answers.ts";
import { inParts, isAt, isWithin, stationAt, stationsOf } from "./collection.ts";
import { labelsOf } from "./labels.ts";
import { chartOf, crossings, project } from "./projection.ts";

const entry = (year: number | null, ...places: string[]): Entry => ({
  ...{ kind: "document", year, date: "", title: `T ${year}`, by: null, path: "/documentos/t" },
  places,
});
const place = (id: string, region: Place["region"]): Place => ({ id, name: id, region, longitude: 0, latitude: 0, area: false });

describe("the projection", () => {
  test("puts the corners of a frame into the corners of its drawing, and north above", () => {
    const { width, height } = chartOf("ilhas-britanicas");
    expect(project("ilhas-britanicas", -12.1, 58.8)).toEqual([0, 0]);
    const [x, y] = project("ilhas-britanicas", 3.8, 49.5);
    expect([x, Math.round(y)]).toEqual([width, height]);
    const [edimburgo, londres] = [project("ilhas-britanicas", -3.19, 55.95), project("ilhas-britanicas", -0.13, 51.51)];
    expect(edimburgo[1]).toBeLessThan(londres[1]);
    expect(edimburgo[0]).toBeLessThan(londres[0]);
  });

  test("keeps distances: a degree of latitude is as long as in the middle of the frame one of longitude is, divided by its cosine", () => {
    const [west, y] = project("brasil", -50, -15.1);
    const east = project("brasil", -49, -15.1)[0];
    const south = project("brasil", -50, -16.1)[1];
    expect((east - west) / (south - y)).toBeCloseTo(Math.cos((15.1 * Math.PI) / 180), 5);
  });

  test.each(MAP_REGION_IDS)("%s is drawn square, within its frame", (region) => {
    const { width, height, land, hatching } = chartOf(region);
    expect(Math.abs(width - height)).toBeLessThan(3);
    expect(land).toMatch(/^M[-\d. LMZ]+Z$/);
    const starts = [...hatching.matchAll(/M([\d.]+) ([\d.]+)H([\d.]+)/g)].map((stroke) => stroke.slice(1).map(Number));
    expect(starts.length).toBeGreaterThan(50);
    for (const [from, y, to] of starts)
      expect([from! >= 0, to! <= width, y! <= height, from! < to!]).toEqual([true, true, true, true]);
  });

  test("a line across a coast crosses it in pairs, from the left", () => {
    const square = [
      [10, 10],
      [20, 10],
      [20, 20],
      [10, 20],
    ] as [number, number][];
    expect(crossings([square], 15)).toEqual([10, 20]);
    expect(crossings([square], 25)).toEqual([]);
  });

  /** Every town of the islands is on land, where the drawing has it; ports may be a little off a coast that was simplified. */
  test("the towns stand on the land", () => {
    for (const { region, at, name } of readPlaces()) {
      const [x, y] = project(region, ...at);
      const shapes = chartOf(region)
        .land.split("Z")
        .filter(Boolean)
        .map((path) =>
          path
            .slice(1)
            .split("L")
            .map((point) => point.split(" ").map(Number) as [number, number]),
        );
      const isLand = (px: number, py: number) => crossings(shapes, py + 0.01).filter((edge) => edge < px).length % 2 === 1;
      const near = [0, 4, -4, 8, -8].flatMap((dx) => [0, 4, -4, 8, -8].map((dy) => isLand(x + dx, y + dy)));
      if (name !== "Malta") expect(near, name).toContain(true);
    }
  });
});

describe("the line of years", () => {
  const entries = [null, -300, 1184, 1598, 1599, 1723, 1738, 2023].map((year) => entry(year));

  test("has a station for what is before it, for each century, and for each ten years that have something", () => {
    expect(stationsOf(entries).map(({ id }) => id)).toEqual([
      "tudo",
      "antes",
      "xvi",
      "1590",
      "xviii",
      "1720",
      "1730",
      "xxi",
      "2020",
    ]);
    expect(stationsOf([entry(1723)]).map(({ id }) => id)).toEqual(["tudo", "xviii", "1720"]);
    expect(stationsOf([]).map(({ id }) => id)).toEqual(["tudo"]);
  });

  test("each station has its own; an address that names none is all years", () => {
    const stations = stationsOf(entries);
    const yearsAt = (id: string) => entries.filter((each) => isWithin(each, stationAt(stations, id))).map(({ year }) => year);
    expect(yearsAt("antes")).toEqual([null, -300, 1184]);
    expect(yearsAt("xviii")).toEqual([1723, 1738]);
    expect(yearsAt("1590")).toEqual([1598, 1599]);
    expect(yearsAt("1810")).toHaveLength(entries.length);
    expect(yearsAt("tudo")).toHaveLength(entries.length);
  });

  test("the list has parts by century, and in them years", () => {
    expect(inParts(entries).map(({ title, count, years }) => [title, count, years.map(({ name }) => name)])).toEqual([
      ["Antes de 1250", 3, ["Escritura", "300 a.C.", "1184"]],
      ["Século XVI", 2, ["1598", "1599"]],
      ["Século XVIII", 2, ["1723", "1738"]],
      ["Século XXI", 1, ["2023"]],
    ]);
  });
});

test("an entry is at its places and in their regions", () => {
  const places = new Map([place("londres", "ilhas-britanicas"), place("boston", "america-leste")].map((each) => [each.id, each]));
  const both = entry(1784, "boston", "londres");
  for (const where of [null, "londres", "boston", "america-leste"]) expect(isAt(both, where, places)).toBe(true);
  for (const where of ["brasil", "york"]) expect(isAt(both, where, places)).toBe(false);
  expect(isAt(entry(1784), "brasil", places)).toBe(false);
  expect(isAt(entry(1784), null, places)).toBe(true);
});

test("names of a map lie neither on one another nor outside; the weightier ones come first", () => {
  const frame = { width: 360, height: 360, seas: [] };
  const dot = (id: string, x: number, y: number, weight: number) => ({
    id,
    name: `${id} (Virgínia)`,
    at: [x, y] as const,
    radius: 3,
    weight,
  });
  const crowded = Array.from({ length: 12 }, (_, index) => dot(`Lugar ${index}`, 100 + index, 100, index));
  const labels = labelsOf(crowded, frame);
  expect(labels[0]).toMatchObject({ id: "Lugar 11", text: "Lugar 11" });
  expect(labels.length).toBeLessThan(6);
  expect(labelsOf([dot("Newport", 350, 20, 1)], frame)).toMatchObject([{ anchor: "end" }]);
  expect(labelsOf([dot("A", 50, 50, 1), dot("B", 250, 250, 1)], frame)).toHaveLength(2);
});
