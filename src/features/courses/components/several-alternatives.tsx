import { useId } from "react";
import styles from "../pages/lesson.module.css";
import type { AnswerParts } from "./answer-parts.ts";
import { PlaceMark } from "./place-mark.tsx";

/** By how many are still to be marked. */
const STATE = ["Duas marcadas. Para trocar, desmarque uma.", "Falta uma.", "Marque duas."];

/** Two of five. When both are marked the others wait: which one to give up is for the member to say. */
export function SeveralAlternatives({ check, given, result, onChange }: AnswerParts) {
  const stateId = useId();
  const left = given.filter((id) => id === "").length;
  const toggle = (id: string) => {
    const place = given.indexOf(given.includes(id) ? id : "");
    onChange(given.with(place, given[place] === "" ? id : ""));
  };
  const whyOf = (id: string) => result?.others.find((other) => other.id === id)?.why;
  const placed = (id: string) => (given.includes(id) ? result?.placed[given.indexOf(id)] : undefined);
  const look = (id: string) => (placed(id) === undefined ? undefined : placed(id) ? styles.optRight : styles.optWrong);
  return (
    <div className={styles.opts}>
      <p id={stateId} className="meta" role="status">
        {STATE[left]}
      </p>
      {check.options.map(({ id, text }, index) => (
        <div key={id} className={look(id)}>
          <label className="choice">
            <span className="n" aria-hidden="true">
              {"abcde"[index]})
            </span>
            <input
              type="checkbox"
              value={id}
              checked={given.includes(id)}
              disabled={left === 0 && !given.includes(id)}
              aria-describedby={stateId}
              onChange={() => toggle(id)}
            />
            <span>
              {text} <PlaceMark placed={placed(id)} />
            </span>
          </label>
          {whyOf(id) && <p className={styles.why}>{whyOf(id)}</p>}
        </div>
      ))}
    </div>
  );
}
