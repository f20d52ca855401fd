import { type ReactNode, useId } from "react";
import styles from "./charts.module.css";

/** Widths in units of the drawing: each is drawn twice, so that its letters keep their size on a phone. */
const SIZES = [
  { width: 324, className: styles.narrow },
  { width: 700, className: styles.wide },
];

/** The same drawing for a phone and for a wide screen; the table beside it says the same. */
function Twice({ label, height, draw }: { label: string; height: number; draw: (width: number, hatch: string) => ReactNode }) {
  const hatch = useId();
  return SIZES.map(({ width, className }) => (
    <svg key={width} className={`${styles.chart} ${className}`} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
      <defs>
        <pattern id={`${hatch}${width}`} width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <path d="M0 0V5" className={styles.hatch} />
        </pattern>
      </defs>
      {draw(width, `url(#${hatch}${width})`)}
    </svg>
  ));
}

/** `words`: the number as it is said. */
export type Bar = { key: string | number; label: string; value: number; words: string; marked?: boolean };

/** Room above the bars for their numbers, and above those for what a rule is called. */
const TOP = 48;
const FOOT = 28;
const BARS = 150;

/** Standing bars with their number above and their name below. */
export const Bars = ({
  label,
  bars,
  rule,
}: {
  label: string;
  bars: Bar[];
  /** A line before the bar of this place, and what begins there. */
  rule?: { before: number; label: string };
}) => {
  const most = Math.max(1, ...bars.map(({ value }) => value));
  return (
    <Twice
      label={label}
      height={TOP + BARS + FOOT}
      draw={(width, hatch) => {
        const step = width / bars.length;
        const gap = Math.min(16, step * 0.2);
        return (
          <>
            {bars.map(({ key, label: name, value, words, marked }, index) => {
              const tall = (value / most) * BARS;
              const middle = (index + 0.5) * step;
              return (
                <g key={key} className={marked ? styles.marked : undefined}>
                  <rect
                    className={styles.bar}
                    x={index * step + gap / 2}
                    y={TOP + BARS - tall}
                    width={step - gap}
                    height={tall}
                    fill={hatch}
                  />
                  <text x={middle} y={TOP + BARS - tall - 8} textAnchor="middle" className={styles.number}>
                    {words}
                  </text>
                  <text x={middle} y={TOP + BARS + 22} textAnchor="middle">
                    {name}
                  </text>
                </g>
              );
            })}
            <path className={styles.axis} d={`M0 ${TOP + BARS}H${width}`} />
            {rule && (
              <>
                <path className={styles.median} d={`M${rule.before * step} 0V${TOP + BARS}`} />
                <text x={rule.before * step - 8} y={12} textAnchor="end" className={styles.rule}>
                  {rule.label}
                </text>
              </>
            )}
          </>
        );
      }}
    />
  );
};

/** A line through the weeks, its first and last point with their numbers. */
export const Line = ({ label, points }: { label: string; points: Bar[] }) => {
  const most = Math.max(1, ...points.map(({ value }) => value));
  const last = points.length - 1;
  return (
    <Twice
      label={label}
      height={TOP + BARS + FOOT}
      draw={(width) => {
        const x = (index: number) => 14 + (index / Math.max(1, last)) * (width - 40);
        const y = (value: number) => TOP + BARS - (value / most) * BARS;
        const [first, end] = [points[0]!, points[last]!];
        return (
          <>
            <path className={styles.axis} d={`M0 ${TOP + BARS}H${width}`} />
            <path className={styles.line} d={`M${points.map(({ value }, index) => `${x(index)} ${y(value)}`).join("L")}`} />
            <path className={styles.end} d={`M${x(last)} ${y(end.value) - 6}l6 6-6 6-6-6z`} />
            <text x={x(0)} y={y(first.value) - 10} className={styles.number}>
              {first.words}
            </text>
            <text x={x(last)} y={y(end.value) - 14} textAnchor="end" className={styles.number}>
              {end.words}
            </text>
            <text x={14} y={TOP + BARS + 22}>
              {first.label}
            </text>
            <text x={width} y={TOP + BARS + 22} textAnchor="end">
              {end.label}
            </text>
          </>
        );
      }}
    />
  );
};

const ROW = 46;

/** One lying line for each name: a bar from `low` to `high`, and the median as a mark. */
export const Ranges = ({
  label,
  rows,
}: {
  label: string;
  rows: { name: string; low: number; median: number; high: number; words: string }[];
}) => {
  const most = Math.max(1, ...rows.map(({ high }) => high));
  return (
    <Twice
      label={label}
      height={rows.length * ROW + 8}
      draw={(width, hatch) => {
        const x = (value: number) => (value / most) * (width - 80);
        return rows.map(({ name, low, median, high, words }, index) => (
          <g key={name} transform={`translate(0 ${index * ROW})`}>
            <text x={0} y={16}>
              {name}
            </text>
            <rect className={styles.bar} x={x(low)} y={23} width={Math.max(2, x(high) - x(low))} height={14} fill={hatch} />
            <path className={styles.median} d={`M${x(median)} 20V40`} />
            <text x={x(high) + 8} y={36} className={styles.number}>
              {words}
            </text>
          </g>
        ));
      }}
    />
  );
};
