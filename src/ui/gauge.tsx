import type { CSSProperties } from "react";
import { oneDecimal } from "#app/lib/format.ts";

const INCHES = 24;
/** Ticks in a 960-unit box: quarters short, inches longer, thirds (8 and 16) longest. */
const quarter = Array.from({ length: INCHES * 4 }, (_, index) => index).filter((index) => index % 4 !== 0);
const inch = Array.from({ length: INCHES - 1 }, (_, index) => index + 1);
const tick = (position: number, length: number) => `M${position} 0V${length}`;

type Props = {
  /** Whole percent. */
  value: number;
  labelledBy: string;
  /** The inch from which on the measure is the exam's. */
  examFrom?: number;
};

/** The 24-inch gauge: a progress bar that can be read as a rule. */
export function Gauge({ value, labelledBy, examFrom = 18 }: Props) {
  const end = INCHES - examFrom;
  return (
    <div>
      <div
        className={`gauge ${value > 70 ? "gauge-late" : ""}`}
        style={{ "--v": value } as CSSProperties}
        role="progressbar"
        aria-labelledby={labelledBy}
        aria-valuenow={value}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuetext={`${value}%`}
      >
        <div className="gauge-body">
          <svg className="gauge-ticks" viewBox="0 0 960 100" preserveAspectRatio="none" aria-hidden="true">
            <path className="q" d={quarter.map((index) => tick(index * 10, 14)).join("")} />
            <path d={inch.map((index) => tick(index * 40, index % 8 === 0 ? 100 : 24)).join("")} />
          </svg>
          <div className="gauge-fill" />
          <div aria-hidden="true">
            {inch.map((index) => (
              <span
                key={index}
                className={`gauge-num ${index % 8 === 0 ? "" : "minor"}`}
                style={{ left: `${(index / INCHES) * 100}%` }}
              >
                {index}
              </span>
            ))}
          </div>
        </div>
        <div className="gauge-pin" aria-hidden="true">
          <b>
            {value}% <i>{oneDecimal((value / 100) * INCHES)} de 24 polegadas</i>
          </b>
        </div>
      </div>
      <div className="gauge-parts" aria-hidden="true" style={{ gridTemplateColumns: `${examFrom}fr ${end}fr` }}>
        <span>lições</span>
        <span>exame</span>
      </div>
    </div>
  );
}

/** The small gauge of a module: one division a lesson. */
export function SmallGauge({ value, divisions, label }: { value: number; divisions: number; label: string }) {
  return (
    <div
      className={`gauge-sm ${value === 100 ? "full" : ""}`}
      style={{ "--n": divisions, "--v": value } as CSSProperties}
      role="progressbar"
      aria-label={label}
      aria-valuenow={value}
      aria-valuemin={0}
      aria-valuemax={100}
    />
  );
}
