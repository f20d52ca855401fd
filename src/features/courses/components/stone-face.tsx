import { ModuleDrawing } from "#app/ui/module-emblem.tsx";

/** One face of the stone, drawn on 100 by 100: the edge at 4 and 96, the dressed margin's inner edge at 12.5 and 87.5. */
const OUTER = [4, 96] as const;
const INNER = [12.5, 87.5] as const;
const STROKES_OF_A_SIDE = 36;
const CORNERS = [
  [0, 0],
  [1, 0],
  [1, 1],
  [0, 1],
] as const;

type Range = readonly [number, number];

/** The point at this part of the way around a square, clockwise from its upper left corner; `depth` goes inwards. */
function around([low, high]: Range, part: number, depth = 0): readonly [number, number] {
  const side = Math.min(3, Math.floor(part * 4));
  const [from, to] = [CORNERS[side]!, CORNERS[(side + 1) % 4]!];
  const along = part * 4 - side;
  const size = high - low;
  const [x, y] = [0, 1].map((axis) => low + size * (from[axis as 0 | 1] + (to[axis as 0 | 1] - from[axis as 0 | 1]) * along));
  const inward = [
    [0, 1],
    [-1, 0],
    [0, -1],
    [1, 0],
  ][side]!;
  return [x! + inward[0]! * depth, y! + inward[1]! * depth];
}

const at = ([x, y]: readonly [number, number]) => `${Math.round(x * 100) / 100} ${Math.round(y * 100) / 100}`;

/** The same uneven numbers from -1 to 1 for the same face, each time it is drawn. */
const uneven = (face: number, place: number) => {
  const value = Math.sin(face * 127.1 + place * 311.7) * 43_758.5453;
  return (value - Math.floor(value)) * 2 - 1;
};

/** The edge, straight where it is dressed and broken where it is not. */
function edge(face: number, share: number): string {
  const rough = Array.from({ length: 32 }, (_, index) => (index + 0.5) / 32).filter((part) => part > share);
  const straight = [0, 0.25, 0.5, 0.75, share].filter((part) => part <= share).toSorted((a, b) => a - b);
  const points = [
    ...(share > 0 ? straight.map((part) => around(OUTER, Math.min(part, 0.9999))) : []),
    ...rough.map((part, index) => around(OUTER, part, uneven(face, index) * 2.2)),
  ];
  return `M${points.map(at).join("L")}Z`;
}

/** The dressed margin: its inner edge, and a stroke of the chisel for each part of it. */
function margin(share: number): { line: string; strokes: string } {
  if (share === 0) return { line: "", strokes: "" };
  const parts = Array.from({ length: 4 * STROKES_OF_A_SIDE }, (_, index) => (index + 1) / (4 * STROKES_OF_A_SIDE)).filter(
    (part) => part <= share + 1e-6,
  );
  const corners = [0, 0.25, 0.5, 0.75, share].filter((part) => part <= share).toSorted((a, b) => a - b);
  const inner = corners.map((part) => at(around(INNER, Math.min(part, 0.9999)))).join("L");
  return {
    line: `M${inner}${share >= 1 ? "Z" : ""}`,
    strokes: parts
      .map((part) => Math.min(part, 0.9999))
      .map((part) => `M${at(around(OUTER, part))}L${at(around(INNER, part))}`)
      .join(""),
  };
}

/** What the point of the chisel has not touched: cracks from the edge, with a few grains where they end. */
function cracks(face: number): string {
  return Array.from({ length: 8 }, (_, index) => {
    const part = (index + 0.5 + uneven(face, index + 40) * 0.35) / 8;
    const [x, y] = around(OUTER, part, 18 + uneven(face, index + 60) * 8);
    const middle = around(OUTER, part + 0.012 * uneven(face, index + 50), 9 + uneven(face, index + 70) * 3);
    const grains = [0, 1, 2].map((grain) => `M${at([x - 3 + grain * 2.2, y + 2 + grain * 0.6])}l4 -3.4`).join("");
    return `M${at(around(OUTER, part))}L${at(middle)}L${at([x, y])}${grains}`;
  }).join("");
}

type Props = {
  /** Number of the module, or any other number for a face without one. */
  face: number;
  /** How much of the module is done, 0 to 1: so much of the edge is dressed. */
  share: number;
  /** Whether the module's emblem is on it. */
  emblem?: boolean;
};

/** A face of the degree's stone; decorative, as what it shows is written beside it. */
export function StoneFace({ face, share, emblem = false }: Props) {
  const { line, strokes } = margin(share);
  return (
    <svg viewBox="0 0 100 100" className="emb" width="100%" aria-hidden="true">
      <path d={edge(face, share) + line} />
      <path className="h" d={share > 0 ? strokes : cracks(face)} />
      {emblem && <ModuleDrawing id={face} x={18} y={18} width={64} height={64} />}
    </svg>
  );
}
