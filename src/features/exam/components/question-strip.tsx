import { plural } from "#app/lib/text.ts";
import styles from "./exam.module.css";

/** What the strip shows of a question. `waiting`: its answer could not be sent yet. */
export type StripItem = { place: number; answered: boolean; waiting: boolean; flagged: boolean };

type Props = { items: StripItem[]; current: number; onGo: (place: number) => void };

const wordsOf = ({ place, answered, waiting, flagged }: StripItem, current: number) =>
  [
    `Questão ${place}: ${answered ? "respondida" : "por responder"}`,
    waiting && "resposta ainda não guardada",
    flagged && "marcada para rever",
    place === current && "questão atual",
  ]
    .filter(Boolean)
    .join(", ");

/** The questions as divisions of a rule, filled where an answer is kept, and hatched while it waits for the connection; folded on a phone. */
export function QuestionStrip(props: Props) {
  const { items, current } = props;
  const waiting = items.filter((item) => item.answered && item.waiting).length;
  const kept = items.filter((item) => item.answered && !item.waiting).length;
  const left = items.filter(({ answered }) => !answered).length;
  // no longer than a phone's line: what was tapped is not to move when the connection goes
  const missing = waiting > 0 ? `${waiting} por enviar, ${left === 1 ? "falta" : "faltam"} ${left}` : `${left} por responder`;
  return (
    <>
      <details className={`fold ${styles.stripSmall}`}>
        <summary>
          <span className={styles.stripText}>
            {plural(kept, "guardada", "guardadas")}, {missing}
          </span>
          <span className={styles.mini} aria-hidden="true">
            {items.map((item) => (
              <i key={item.place} className={classesOf(item, current)} />
            ))}
          </span>
        </summary>
        <Cells {...props} />
      </details>
      <div className={styles.strip}>
        <Cells {...props} />
      </div>
    </>
  );
}

const classesOf = ({ place, answered, waiting, flagged }: StripItem, current: number) =>
  [(answered || waiting) && styles.ok, waiting && styles.wt, flagged && styles.mk, place === current && styles.cur]
    .filter(Boolean)
    .join(" ");

function Cells({ items, current, onGo }: Props) {
  return (
    <nav aria-label={`As ${items.length} questões`}>
      <ol className={styles.cells}>
        {items.map((item) => (
          <li key={item.place}>
            <button
              type="button"
              className={`${styles.cell} ${classesOf(item, current)}`}
              aria-current={item.place === current ? "step" : undefined}
              aria-label={wordsOf(item, current)}
              onClick={() => onGo(item.place)}
            >
              {item.place}
            </button>
          </li>
        ))}
      </ol>
      <p className={styles.legend} aria-hidden="true">
        <span>
          <i className={`${styles.k} ${styles.ok}`} />
          guardada
        </span>
        {items.some(({ waiting }) => waiting) && (
          <span>
            <i className={`${styles.k} ${styles.ok} ${styles.wt}`} />
            por enviar
          </span>
        )}
        <span>
          <i className={`${styles.k} ${styles.mk}`} />
          para rever
        </span>
        <span>
          <i className={`${styles.k} ${styles.cur}`} />
          atual
        </span>
      </p>
    </nav>
  );
}
