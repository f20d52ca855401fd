import type { ReactNode } from "react";
import styles from "./chips.module.css";

/** Choices in a row, under their name. */
export const Chips = ({ label, children }: { label: string; children: ReactNode }) => (
  <fieldset className={styles.chips}>
    <legend>{label}</legend>
    <div>{children}</div>
  </fieldset>
);

type ChipProps = { pressed: boolean; onClick: () => void; children: ReactNode };

export const Chip = ({ pressed, onClick, children }: ChipProps) => (
  <button type="button" className={styles.chip} aria-pressed={pressed} onClick={onClick}>
    {children}
  </button>
);
