import drawing from "./arch.svg?url";

/** The five stones in the order they are set: the haunches from below, and the keystone last. */
const STONES = [
  "M22.01 148.07A138 138 0 0 1 47.23 70.45L84.82 96.97A92 92 0 0 0 68.01 148.72Z",
  "M297.99 148.07A138 138 0 0 0 272.77 70.45L235.18 96.97A92 92 0 0 1 251.99 148.72Z",
  "M49.5 67.33A138 138 0 0 1 115.53 19.36L130.35 62.91A92 92 0 0 0 86.33 94.89Z",
  "M204.47 19.36A138 138 0 0 1 270.5 67.33L233.67 94.89A92 92 0 0 0 189.65 62.91Z",
  "M135.14 67.67L116.07 4.49L203.93 4.49L184.86 67.67Z",
];

/** An arch of which so many stones are set, and the next one is being set; with all five the light comes through. Decorative. */
export function Arch({ set, className }: { set: number; className?: string }) {
  const whole = set >= STONES.length;
  return (
    <svg viewBox="0 -12 320 292" width="100%" className={className} aria-hidden="true" stroke="currentColor" fill="none">
      <use href={`${drawing}#piers`} />
      <use href={`${drawing}#${whole ? "light" : "centring"}`} />
      {STONES.map((stone, index) => {
        if (index < set)
          return (
            <g key={stone}>
              <path d={stone} strokeWidth="1.25" stroke={index === 4 ? "var(--gold-text)" : undefined} />
              {index < 4 && <use href={`${drawing}#cut-${index + 1}`} />}
            </g>
          );
        return index === set ? (
          <path key={stone} d={stone} strokeWidth="2.2" stroke="var(--gold-text)" fill={BEING_SET} />
        ) : (
          <path key={stone} d={stone} strokeDasharray="2 4" strokeOpacity=".8" />
        );
      })}
    </svg>
  );
}

const BEING_SET = "color-mix(in srgb, var(--gold) 26%, transparent)";
