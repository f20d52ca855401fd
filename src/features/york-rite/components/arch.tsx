import { Link } from "react-router";
import { addressOfDegree, BODIES, type BodyId, bodyOf, LAST_DEGREE } from "../bodies.ts";
import styles from "../pages/york-rite.module.css";
import { Hatching, hatchingId } from "./hatching.tsx";

/* The drawing's measures, in its own units. */
const CENTRE = { x: 220, y: 226 };
const INNER = 106;
const OUTER = 190;
const KEYSTONE = 7;
const KEYSTONE_ANGLE = 19;
const STONE_ANGLE = (180 - KEYSTONE_ANGLE) / (LAST_DEGREE - 1);
const JOINT = 0.55;
const GROUND = 330;
/**
 * Where a finger touches a stone: nearer to its centre than to any other's. The centres are farther out and farther in by turns, as
 * thirteen stones side by side on a phone of 360 px would be narrower than the 44 px that each has around its centre.
 */
const TOUCH = { centres: [127, 175], reach: [40, 240] } as const;

type Stone = { degree: number; body: BodyId; outline: string; touch: string; numeral: { x: number; y: number } };

/** One stone for each degree, from the left pier to the right; the seventh, the Royal Arch, is the keystone. */
const STONES: Stone[] = Array.from({ length: LAST_DEGREE }, (_, index) => {
  const degree = index + 1;
  const key = degree === KEYSTONE;
  const start = 180 - index * STONE_ANGLE - (degree > KEYSTONE ? KEYSTONE_ANGLE - STONE_ANGLE : 0);
  const end = start - (key ? KEYSTONE_ANGLE : STONE_ANGLE);
  const [inner, outer] = key ? [INNER - 9, OUTER + 15] : [INNER, OUTER];
  const [from, to] = [start - JOINT, end + JOINT];
  const arc = (radius: number, angle: number, sweep: 0 | 1) => `A${radius} ${radius} 0 0 ${sweep} ${point(radius, angle)}`;
  const numeral = polar((inner + outer) / 2, (start + end) / 2);
  return {
    degree,
    body: bodyOf(degree),
    outline: key
      ? `M${point(inner, from)}L${point(outer, from)}L${point(outer, to)}L${point(inner, to)}Z`
      : `M${point(inner, from)}L${point(outer, from)}${arc(outer, to, 1)}L${point(inner, to)}${arc(inner, from, 0)}Z`,
    touch: touchOf(index),
    numeral: { x: round(numeral.x), y: round(numeral.y) },
  };
});

type Point = { x: number; y: number };

/** The middle of a stone, as an angle. */
function middleOf(index: number): number {
  const before = 180 - index * STONE_ANGLE - (index >= KEYSTONE ? KEYSTONE_ANGLE - STONE_ANGLE : 0);
  return before - (index === KEYSTONE - 1 ? KEYSTONE_ANGLE : STONE_ANGLE) / 2;
}

function touchCentre(index: number): Point {
  return polar(TOUCH.centres[(index + 1) % 2]!, middleOf(index));
}

/** The part of the drawing that is nearer to this stone's centre than to those of its neighbours, as points of a polygon. */
function touchOf(index: number): string {
  const [near, far] = TOUCH.reach;
  const [left, right] = [middleOf(index) + 20, middleOf(index) - 20];
  const own = touchCentre(index);
  const neighbours = [index - 2, index - 1, index + 1, index + 2].filter((other) => other >= 0 && other < LAST_DEGREE);
  const cell = neighbours
    .map(touchCentre)
    .reduce(nearerTo(own), [polar(near, left), polar(far, left), polar(far, right), polar(near, right)]);
  return cell.map(({ x, y }) => `${round(x)},${round(y)}`).join(" ");
}

/** Cuts off what of a polygon is nearer to the other point than to this one. */
function nearerTo(own: Point) {
  return (polygon: Point[], other: Point): Point[] => {
    const lead = (p: Point) => Math.hypot(p.x - other.x, p.y - other.y) ** 2 - Math.hypot(p.x - own.x, p.y - own.y) ** 2;
    return polygon.flatMap((from, index) => {
      const to = polygon[(index + 1) % polygon.length]!;
      const [a, b] = [lead(from), lead(to)];
      const kept = a >= 0 ? [from] : [];
      if (a >= 0 === b >= 0) return kept;
      const part = a / (a - b); // the lead changes evenly along a line
      return [...kept, { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part }];
    });
  };
}

function polar(radius: number, degrees: number) {
  const angle = (degrees * Math.PI) / 180;
  return { x: CENTRE.x + radius * Math.cos(angle), y: CENTRE.y - radius * Math.sin(angle) };
}

function point(radius: number, degrees: number): string {
  const { x, y } = polar(radius, degrees);
  return `${round(x)} ${round(y)}`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

/** A line of gold inside the keystone's edge. */
const KEYSTONE_LINE = [
  point(INNER - 4, 90 + KEYSTONE_ANGLE / 2 - 2),
  point(OUTER + 10, 90 + KEYSTONE_ANGLE / 2 - 2),
  point(OUTER + 10, 90 - KEYSTONE_ANGLE / 2 + 2),
  point(INNER - 4, 90 - KEYSTONE_ANGLE / 2 + 2),
].join(" ");

/** Lines of the sky, closer together towards the ground, broken where the arch is. */
const SKY = Array.from({ length: 30 }, (_, index) => {
  const y = 14 + index * 9.4 - index * index * 0.088;
  const height = CENTRE.y - y;
  const edge = height < 0 ? OUTER + 4 : height < OUTER + 6 ? Math.sqrt((OUTER + 6) ** 2 - height ** 2) : 0;
  const [left, right] = [8 + ((index * 37) % 17), 432 - ((index * 23) % 19)];
  if (edge === 0) return `M${left} ${round(y)}H${right}`;
  return `M${left} ${round(y)}H${round(CENTRE.x - edge)}M${round(CENTRE.x + edge)} ${round(y)}H${right}`;
}).join("");

/** The light that rises behind the arch. */
const RAYS = Array.from({ length: 25 }, (_, index) => {
  const angle = 6 + index * 7;
  const at = (radius: number) => {
    const { x, y } = polar(radius, angle);
    return `${round(x)} ${round(y + 62)}`;
  };
  return `M${at(30)}L${at(index % 2 ? 74 : 92)}`;
}).join("");

const PIERS =
  "M30 230H114V252H30ZM30 252H114V274H30ZM30 274H114V296H30ZM24 296H120V312H24ZM18 312H126V330H18ZM326 230H410V252H326ZM326 252H410V274H326ZM326 274H410V296H326ZM320 296H416V312H320ZM314 312H422V330H314ZM72 230V252M50 252V274M94 252V274M72 274V296M368 230V252M346 252V274M390 252V274M368 274V296";
const SHADE = Array.from({ length: 16 }, (_, index) => {
  const y = 233 + index * 4;
  return `M${98 - ((index * 5) % 9)} ${y}H112M${394 - ((index * 7) % 9)} ${y}H408`;
}).join("");
const FLOOR = `M4 ${GROUND}H436M128 336H312M140 342H300M20 336H112M328 336H424M44 342H96M352 342H408`;
const HORIZON = "M114 288H189M251 288H326M189 288A31 31 0 0 1 251 288M126 296H314M122 304H318M138 312H302M132 320H308";

/** Sky and ground are as wide as the piers, which reach almost to the plate's edge. */
const WITHIN_PLATE = "arco-na-prancha";

type Props = { current: BodyId };

/** The arch of the rite: thirteen stones in the colours of the four bodies. Each leads to its degree; the list beside says the same. */
export function Arch({ current }: Props) {
  return (
    <div className={`prancha-arte ${styles.yorkArch}`}>
      <p className="visually-hidden">
        Gravura: um arco de treze pedras, uma por grau, na cor de cada corpo; a sétima, a do Arco Real (ou Real Arco), é a
        pedra-chave.
      </p>
      <svg viewBox="24 10 392 324" aria-hidden="true">
        <defs>
          {BODIES.map((body) => (
            <Hatching key={body} place="arco" body={body} />
          ))}
          <clipPath id={WITHIN_PLATE}>
            <rect x="17" y="10" width="406" height="340" />
          </clipPath>
        </defs>
        <g fill="none" stroke="currentColor" strokeLinecap="round" strokeLinejoin="round" clipPath={`url(#${WITHIN_PLATE})`}>
          <path className="l3" d={SKY} />
          <path className="l3 luz" d={RAYS} />
          <path className="l2" d={HORIZON} />
          <path className="l1" d={PIERS} fill="var(--plate)" />
          <path className="l3" d={SHADE} />
          <path className="l2" d={FLOOR} />
        </g>
        {STONES.map(({ degree, body, outline, touch, numeral }) => (
          <Link
            key={degree}
            to={addressOfDegree(degree)}
            tabIndex={-1}
            className={`${styles.stone} york-${body} ${body === current ? styles.chosen : ""} ${degree === KEYSTONE ? styles.key : ""}`}
          >
            <polygon className={styles.touch} points={touch} />
            <path className={styles.ground} d={outline} />
            <path className={styles.face} d={outline} fill={`url(#${hatchingId("arco", body)})`} />
            {degree === KEYSTONE && <polygon className="chave l2" points={KEYSTONE_LINE} fill="none" />}
            <text x={numeral.x} y={numeral.y} dy=".34em">
              {degree}
            </text>
          </Link>
        ))}
      </svg>
    </div>
  );
}
