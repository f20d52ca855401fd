import styles from "./exam.module.css";

/** What the strip shows of a question. */
export type StripItem = { place: number; answered: boolean; flagged: boolean };

type Props = { items: StripItem[]; current: number; onGo: (place: number) => void };

const wordsOf = ({ place, answered, flagged }: StripItem, current: number) =>
  [
    `Questão ${place}: ${answered ? "respondida" : "por responder"}`,
    flagged && "marcada para rever",
    place === current && "questão atual",
  ]
    .filter(Boolean)
    .join(", ");

/** The questions as divisions of a rule, filled where an answer is kept; folded on a phone. */
export function QuestionStrip(props: Props) {
  const { items, current } = props;
  const kept = items.filter(({ answered }) => answered).length;
  const left = items.length - kept;
  return (
    <>
      <details className={`fold ${styles.stripSmall}`}>
        <summary>
          <span className={styles.stripText}>
            {kept} guardadas, {left} por responder
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

const classesOf = ({ place, answered, flagged }: StripItem, current: number) =>
  [answered && styles.ok, flagged && styles.mk, place === current && styles.cur].filter(Boolean).join(" ");

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
