import styles from "../pages/lesson.module.css";
import type { AnswerParts } from "./answer-parts.ts";

/** One of several: of a choice, or of the three of `classify`. */
export function Alternatives({ check, given: [chosen], result, onChange }: AnswerParts) {
  const whyOf = (id: string) => (id === chosen ? result?.why : result?.others.find((other) => other.id === id)?.why);
  return (
    <div className={styles.opts}>
      {check.options.map(({ id, text }, index) => (
        <div key={id} className={result && id === chosen ? (result.right ? styles.optRight : styles.optWrong) : undefined}>
          <label className="choice">
            <span className="n" aria-hidden="true">
              {"abcd"[index]})
            </span>
            <input type="radio" name="answer" value={id} checked={chosen === id} onChange={() => onChange([id])} />
            <span>{text}</span>
          </label>
          {whyOf(id) && <p className={styles.why}>{whyOf(id)}</p>}
        </div>
      ))}
    </div>
  );
}
