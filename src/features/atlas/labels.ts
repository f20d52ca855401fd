import type { Chart, Point } from "./projection.ts";

export type Dot = {
  id: string;
  name: string;
  at: Point;
  radius: number;
  /** How much it counts: the first are named first, what counts nothing is not named. */
  weight: number;
};
export type Label = { id: string; text: string; x: number; y: number; anchor: "start" | "end" | "middle" };

type Box = { left: number; top: number; right: number; bottom: number };

/** In the drawing's units, measured for the letters of the map. */
const LETTER = 6.3;
const LINE = 13;
/** Between a dot and its name. */
const GAP = 4;

const touches = (a: Box, b: Box): boolean => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/** Beside, before, above and below a dot: where its name may stand. */
function waysOf([x, y]: Point, radius: number, width: number): { x: number; y: number; anchor: Label["anchor"]; box: Box }[] {
  const gap = radius + GAP;
  const beside = (left: number) => ({ left, right: left + width, top: y - LINE / 2, bottom: y + LINE / 2 });
  const middle = (top: number) => ({ left: x - width / 2, right: x + width / 2, top, bottom: top + LINE });
  return [
    { x: x + gap, y: y + 4, anchor: "start", box: beside(x + gap) },
    { x: x - gap, y: y + 4, anchor: "end", box: beside(x - gap - width) },
    { x, y: y - gap, anchor: "middle", box: middle(y - gap - LINE + 3) },
    { x, y: y + gap + 9, anchor: "middle", box: middle(y + gap - 2) },
  ];
}

/** Room around a point. */
const around = ([x, y]: Point, across: number, high: number): Box => ({
  left: x - across,
  right: x + across,
  top: y - high,
  bottom: y + high,
});

/** The names that have room on a chart: none lies on another, on a dot or a sea's name, or leaves the frame. */
export function labelsOf(dots: Dot[], { width, height, seas }: Pick<Chart, "width" | "height" | "seas">): Label[] {
  const taken: (Box & { id?: string })[] = [
    ...dots.map(({ id, at, radius }) => ({ id, ...around(at, radius, radius) })),
    ...seas.map(({ text, at }) => around(at, (text.length * LETTER) / 2, LINE / 2)),
  ];
  return dots
    .filter(({ weight }) => weight > 0)
    .toSorted((a, b) => b.weight - a.weight)
    .flatMap(({ id, name, at, radius }) => {
      const text = name.replace(/ \(.*\)$/, "");
      const way = waysOf(at, radius, text.length * LETTER).find(
        ({ box }) =>
          box.left > 2 &&
          box.right < width - 2 &&
          box.top > 2 &&
          box.bottom < height - 2 &&
          taken.every((other) => other.id === id || !touches(box, other)),
      );
      if (!way) return [];
      taken.push(way.box);
      return [{ id, text, x: way.x, y: way.y, anchor: way.anchor }];
    });
}
