import { useId, useRef } from "react";
import styles from "../pages/lesson.module.css";
import type { AnswerParts } from "./answer-parts.ts";
import { PlaceMark } from "./place-mark.tsx";

const UNCHOSEN = "Escolha";

/**
 * Each left side chooses its right one from a list; one that another side holds is taken from it. Whoever goes through a list by arrow keys
 * passes the others' on the way: these are given back when they go on.
 */
export function MatchPairs({ check, given, result, onChange }: AnswerParts) {
  const id = useId();
  const givenAtFocus = useRef<string[]>(undefined);
  const choose = (place: number, chosen: string) => {
    const before = givenAtFocus.current ?? given;
    onChange(before.map((held, index) => (index === place ? chosen : held === chosen ? "" : held)));
  };
  return (
    <div className={`${styles.opts} ${styles.pairs}`}>
      {check.lefts.map((left, index) => (
        <div key={left.id} className={`field ${result ? (result.placed[index] ? styles.optRight : styles.optWrong) : ""}`}>
          <label htmlFor={`${id}-${index}`}>
            {left.text} <PlaceMark placed={result?.placed[index]} />
          </label>
          <div className={styles.held}>
            <select
              id={`${id}-${index}`}
              className="input"
              value={given[index]}
              onFocus={() => {
                givenAtFocus.current = given;
              }}
              onBlur={() => {
                givenAtFocus.current = undefined;
              }}
              onChange={(event) => choose(index, event.target.value)}
            >
              <option value="" disabled>
                {UNCHOSEN}
              </option>
              {check.options.map((option) => (
                <option key={option.id} value={option.id}>
                  {option.text}
                </option>
              ))}
            </select>
            <span aria-hidden="true">{check.options.find((option) => option.id === given[index])?.text ?? UNCHOSEN}</span>
          </div>
        </div>
      ))}
    </div>
  );
}
