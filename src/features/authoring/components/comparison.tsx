import type { TextBody } from "../authoring.schema.ts";
import { compareTexts, type Piece } from "../compare.ts";
import styles from "./comparison.module.css";

/** What changed, as a proof-reader marks it: struck out, or with a double line under it; in pairs where the screen has room. */
export function Comparison({ before, after }: { before: TextBody; after: TextBody }) {
  const changes = compareTexts(before, after);
  if (changes.length === 0) return <p className="meta">Os dois textos dizem o mesmo.</p>;
  return (
    <ol className={styles.changes}>
      {changes.map(({ section, what, pieces }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the changes of two fixed texts
        <li key={index}>
          {section !== "" && section !== changes[index - 1]?.section && <h3 className={styles.section}>{section}</h3>}
          <p className={styles.what}>
            <b>{index + 1}</b> {what}
          </p>
          <p className={styles.inline}>
            <Marked pieces={pieces} />
          </p>
          <div className={styles.pair}>
            <p>
              <Marked pieces={pieces.filter(({ is }) => is !== "in")} />
            </p>
            <p>
              <Marked pieces={pieces.filter(({ is }) => is !== "out")} />
            </p>
          </div>
        </li>
      ))}
    </ol>
  );
}

const Marked = ({ pieces }: { pieces: Piece[] }) =>
  pieces.map(({ text, is }, index) => {
    const Mark = is === "in" ? "ins" : is === "out" ? "del" : "span";
    // biome-ignore lint/suspicious/noArrayIndexKey: the words of two fixed texts
    return <Mark key={index}>{text}</Mark>;
  });
