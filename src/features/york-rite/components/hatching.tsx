import type { BodyId } from "../bodies.ts";
import styles from "../pages/york-rite.module.css";

/**
 * Colours as engravers cut them since the 17th century, where there is only black ink: azure in horizontal lines, gules (red) in
 * vertical ones, purpure in slanting ones, sable (black) crossed. So the colour of a body is never its only sign.
 */
const STROKES: Record<BodyId, string> = {
  loja: "M0 2H8M0 6H8",
  capitulo: "M2 0V8M6 0V8",
  conselho: "M-2 6L6 -2M-2 10L10 -2M2 10L10 2",
  comanderia: "M0 2H8M0 6H8M2 0V8M6 0V8",
};

export const hatchingId = (place: string, body: BodyId) => `${place}-${body}`;

/** The pattern of a body, to be filled with `url(#…)`; the ids of a place are its own. */
export function Hatching({ place, body }: { place: string; body: BodyId }) {
  return (
    <pattern id={hatchingId(place, body)} className={`york-${body}`} width="8" height="8" patternUnits="userSpaceOnUse">
      <path className={styles.hatch} d={STROKES[body]} />
    </pattern>
  );
}

/** A small stone in a body's colour, for lists; the name is beside it. */
export function Swatch({ place, body }: { place: string; body: BodyId }) {
  return (
    <svg viewBox="0 0 24 24" className={`${styles.yorkSwatch} york-${body}`} aria-hidden="true">
      <defs>
        <Hatching place={place} body={body} />
      </defs>
      <path d="M5 4H19L16.500 20H7.500Z" fill={`url(#${hatchingId(place, body)})`} stroke="var(--accent)" />
    </svg>
  );
}
