import { useId } from "react";
import styles from "../pages/lesson.module.css";
import type { AnswerParts } from "./answer-parts.ts";
import { PlaceMark } from "./place-mark.tsx";

/** Each left side chooses its right one from a list; one that another side holds is taken from it. */
export function MatchPairs({ check, given, result, onChange }: AnswerParts) {
  const id = useId();
  const choose = (place: number, chosen: string) =>
    onChange(given.map((held, index) => (index === place ? chosen : held === chosen ? "" : held)));
  return (
    <div className={`${styles.opts} ${styles.pairs}`}>
      {check.lefts.map((left, index) => (
        <div key={left.id} className={`field ${result ? (result.placed[index] ? styles.optRight : styles.optWrong) : ""}`}>
          <label htmlFor={`${id}-${index}`}>
            {left.text} <PlaceMark placed={result?.placed[index]} />
          </label>
          <select
            id={`${id}-${index}`}
            className="input"
            value={given[index]}
            onChange={(event) => choose(index, event.target.value)}
          >
            <option value="" disabled>
              Escolha
            </option>
            {check.options.map((option) => (
              <option key={option.id} value={option.id}>
                {option.text}
              </option>
            ))}
          </select>
        </div>
      ))}
    </div>
  );
}
