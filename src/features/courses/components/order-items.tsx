import { useState } from "react";
import { Icon } from "#app/ui/icons.tsx";
import styles from "../pages/lesson.module.css";
import type { AnswerParts } from "./answer-parts.ts";
import { PlaceMark } from "./place-mark.tsx";

/** Items that are put in order with two buttons each; where one went is said aloud. */
export function OrderItems({ check, given, result, onChange }: AnswerParts) {
  const [moved, setMoved] = useState("");
  const textOf = new Map(check.options.map(({ id, text }) => [id, text]));
  const move = (from: number, to: number) => {
    const next = [...given];
    next.splice(to, 0, ...next.splice(from, 1));
    setMoved(`${textOf.get(given[from]!)}: agora em ${to + 1}º lugar de ${given.length}.`);
    onChange(next);
  };
  return (
    <>
      <ol className={`${styles.opts} ${styles.sortable}`}>
        {given.map((id, index) => (
          <li key={id} className={result && (result.placed[index] ? styles.optRight : styles.optWrong)}>
            <span className={styles.place} aria-hidden="true">
              {index + 1}
            </span>
            <span className={styles.item}>
              {textOf.get(id)} <PlaceMark placed={result?.placed[index]} />
            </span>
            <button
              type="button"
              className={`icon-btn ${styles.up}`}
              aria-label={`Subir: ${textOf.get(id)}`}
              aria-disabled={index === 0}
              onClick={() => index > 0 && move(index, index - 1)}
            >
              <Icon name="down" />
            </button>
            <button
              type="button"
              className="icon-btn"
              aria-label={`Descer: ${textOf.get(id)}`}
              aria-disabled={index === given.length - 1}
              onClick={() => index < given.length - 1 && move(index, index + 1)}
            >
              <Icon name="down" />
            </button>
          </li>
        ))}
      </ol>
      <p className="visually-hidden" aria-live="polite">
        {moved}
      </p>
    </>
  );
}
