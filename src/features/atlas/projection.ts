import { MAP_REGIONS, type MapRegion } from "#app/lib/map-regions.ts";
import { COASTS } from "./coasts.ts";

export type Point = readonly [x: number, y: number];
/** A region as it is drawn, in units of which a frame is `WIDTH` wide. */
export type Chart = {
  width: number;
  height: number;
  land: string;
  rivers: string;
  hatching: string;
  /** Names of its seas, each by the middle of it. */
  seas: { text: string; at: Point }[];
};

const WIDTH = 360;
/** Between two lines of the water's hatching. */
const STEP = 3.6;

/** Longitudes are as wide as they are in the middle of the frame. */
const narrowing = ({ south, north }: { south: number; north: number }) => Math.cos((((south + north) / 2) * Math.PI) / 180);

const unitsPerDegree = (region: MapRegion): number => {
  const frame = MAP_REGIONS[region];
  return WIDTH / ((frame.east - frame.west) * narrowing(frame));
};

/** Where a longitude and a latitude are in the drawing of a region: both as equal steps, from the upper left. */
export function project(region: MapRegion, longitude: number, latitude: number): Point {
  const frame = MAP_REGIONS[region];
  const units = unitsPerDegree(region);
  return [(longitude - frame.west) * narrowing(frame) * units, (frame.north - latitude) * units];
}

/** The points of a line of `coasts.ts`. */
function pointsOf(region: MapRegion, line: string): Point[] {
  const numbers = line.split(" ").map(Number);
  const points: Point[] = [];
  let [longitude, latitude] = [0, 0];
  for (let index = 0; index < numbers.length; index += 2) {
    longitude += numbers[index]!;
    latitude += numbers[index + 1]!;
    points.push(project(region, longitude / 100, latitude / 100));
  }
  return points;
}

const rounded = (value: number): string => value.toFixed(1).replace(/\.0$/, "");
const pathOf = (points: Point[]): string => `M${points.map(([x, y]) => `${rounded(x)} ${rounded(y)}`).join("L")}`;

/** Where a line across the drawing crosses the coasts, from the left: an odd number of crossings to the left of a point makes it land. */
export function crossings(shapes: Point[][], y: number): number[] {
  const found = shapes.flatMap((points) =>
    points.flatMap(([x, top], index) => {
      const [nextX, nextY] = points[(index + 1) % points.length]!;
      return top <= y === nextY <= y ? [] : [x + ((y - top) / (nextY - top)) * (nextX - x)];
    }),
  );
  return found.sort((a, b) => a - b);
}

/** Lengths of strokes as an engraver varies them, the same at each drawing. */
const STROKES = [14, 9, 20, 11, 16, 8, 13, 23, 10, 17, 12, 7];

/** Short strokes from the coasts out to the water. */
function hatch(shapes: Point[][], height: number): string {
  const strokes: string[] = [];
  for (let row = 1; row * STEP < height; row += 1) {
    const y = row * STEP + 0.05;
    const edges = [Number.NEGATIVE_INFINITY, ...crossings(shapes, y), Number.POSITIVE_INFINITY];
    for (let index = 0; index < edges.length; index += 2) {
      const [from, to] = [edges[index]!, edges[index + 1]!];
      const [first, second] = [STROKES[(row * 5 + index) % STROKES.length]!, STROKES[(row * 7 + index + 3) % STROKES.length]!];
      if (to - from <= first + second) strokes.push(stroke(from, to, y));
      else strokes.push(stroke(from, from + first, y), stroke(to - second, to, y));
    }
  }
  return strokes.join("");
}

function stroke(from: number, to: number, y: number): string {
  const [start, end] = [Math.max(0, from), Math.min(WIDTH, to)];
  return end - start > 0.8 ? `M${rounded(start)} ${rounded(y)}H${rounded(end)}` : "";
}

const drawn = new Map<MapRegion, Chart>();

/** The drawing of a region, made when it is first shown. */
export function chartOf(region: MapRegion): Chart {
  const chart = drawn.get(region) ?? draw(region);
  drawn.set(region, chart);
  return chart;
}

function draw(region: MapRegion): Chart {
  const { north, south } = MAP_REGIONS[region];
  const height = Math.round((north - south) * unitsPerDegree(region));
  const land = COASTS[region].land.map((line) => pointsOf(region, line));
  return {
    width: WIDTH,
    height,
    land: land.map((points) => `${pathOf(points)}Z`).join(""),
    rivers: COASTS[region].rivers.map((line) => pathOf(pointsOf(region, line))).join(""),
    hatching: hatch(land, height),
    seas: COASTS[region].seas.map(([text, longitude, latitude]) => ({ text, at: project(region, longitude, latitude) })),
  };
}
