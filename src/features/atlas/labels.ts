import type { Point } from "./projection.ts";

export type Dot = { id: string; name: string; at: Point /** How much it counts: the first are named first. */; weight: number };
export type Label = { id: string; text: string; x: number; y: number; anchor: "start" | "end" | "middle" };

type Box = { left: number; top: number; right: number; bottom: number };

/** In the drawing's units, measured for the letters of the map. */
const LETTER = 6.3;
const LINE = 13;
const GAP = 7;

const touches = (a: Box, b: Box): boolean => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/** Beside, before, above and below a dot: where its name may stand. */
function waysOf([x, y]: Point, width: number): { x: number; y: number; anchor: Label["anchor"]; box: Box }[] {
  const beside = (left: number) => ({ left, right: left + width, top: y - LINE / 2, bottom: y + LINE / 2 });
  const middle = (top: number) => ({ left: x - width / 2, right: x + width / 2, top, bottom: top + LINE });
  return [
    { x: x + GAP, y: y + 4, anchor: "start", box: beside(x + GAP) },
    { x: x - GAP, y: y + 4, anchor: "end", box: beside(x - GAP - width) },
    { x, y: y - GAP - 1, anchor: "middle", box: middle(y - GAP - LINE) },
    { x, y: y + GAP + 10, anchor: "middle", box: middle(y + GAP) },
  ];
}

/** The names that have room on a chart: none lies on another, on a dot, or leaves the frame. */
export function labelsOf(dots: Dot[], { width, height }: { width: number; height: number }): Label[] {
  const taken: (Box & { id?: string })[] = dots.map(({ id, at: [x, y] }) => ({
    id,
    left: x - 4,
    right: x + 4,
    top: y - 4,
    bottom: y + 4,
  }));
  return dots
    .toSorted((a, b) => b.weight - a.weight)
    .flatMap(({ id, name, at }) => {
      const text = name.replace(/ \(.*\)$/, "");
      const way = waysOf(at, text.length * LETTER).find(
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
