import { type ShownState, STATE_WORDS, STATE_WORDS_M } from "../authoring-words.ts";
import styles from "./state-stone.module.css";

/** A text's state as a stone: full, hatched, rough or dashed, so that it does not hang on a colour. */
export function Stone({ state }: { state: ShownState }) {
  return (
    <svg
      viewBox="0 0 24 24"
      className={state === "published" ? `${styles.stone} ${styles.full}` : styles.stone}
      aria-hidden="true"
    >
      {state === "draft" ? (
        <path
          d="M4 9l3-3.600 4.500 1 4-1.400 4.800 3-1 4 1 4.300-4.500 2.700-5-1-4.600 1L3.400 15l1-3z"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.6"
          strokeLinejoin="round"
        />
      ) : (
        <rect
          x="3.500"
          y="5.500"
          width="17"
          height="13"
          fill={state === "published" ? "currentColor" : "none"}
          stroke="currentColor"
          strokeWidth="1.6"
          strokeDasharray={state === "retired" ? "3 2.600" : undefined}
        />
      )}
      {(state === "review" || state === "scheduled") && (
        <path
          d="M3.500 18.500L16 5.500M8.500 18.500l12-12.500M13.500 18.500l7-7.300M3.500 13L10.500 5.500"
          stroke="currentColor"
          strokeWidth="1.100"
        />
      )}
    </svg>
  );
}

/** The stone with its word. */
export const StateOf = ({ state, masculine = false }: { state: ShownState; masculine?: boolean }) => (
  <span className={state === "published" || state === "retired" ? styles.state : `${styles.state} ${styles.open}`}>
    <Stone state={state} />
    {(masculine ? STATE_WORDS_M : STATE_WORDS)[state]}
  </span>
);
