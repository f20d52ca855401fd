import type { ReviewCard } from "../review.answers.ts";
import { GRADES, type Grade } from "../review.schema.ts";
import { comebackInWords } from "../words.ts";
import styles from "./review.module.css";

const LABEL: Record<Grade, string> = { again: "Errei", hard: "Difícil", good: "Bem", easy: "Fácil" };

/** The four answers, each with the day on which it brings the card back. The keys 1 to 4 press them. */
export function Grades({ grades, onGrade }: { grades: ReviewCard["grades"]; onGrade: (grade: Grade) => void }) {
  return (
    <section className={styles.rate} aria-labelledby="t-como">
      <h2 id="t-como">
        Como foi? <span>A ficha volta na data que você escolher.</span>
      </h2>
      <ol className={styles.grades}>
        {GRADES.map((grade, index) => {
          const { when, after } = comebackInWords(grades[grade]);
          return (
            <li key={grade}>
              <button type="button" className={styles.grade} aria-keyshortcuts={String(index + 1)} onClick={() => onGrade(grade)}>
                <b>{LABEL[grade]}</b>
                <span className={styles.when}>{when}</span>
                <span className={styles.after}>{after}</span>
                <span className={styles.key} aria-hidden="true">
                  {index + 1}
                </span>
              </button>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
