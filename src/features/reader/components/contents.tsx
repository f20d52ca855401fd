import { usePartBeingRead } from "../use-part-being-read.ts";
import styles from "./contents.module.css";

type Item = { id: string; title: string };

type Props = {
  /** "Nesta lição". */
  title: string;
  items: Item[];
  /** Where the wide form is in the page's grid. */
  className?: string;
};

/** Where on the window a heading counts as the one being read: its upper third. */
const BAND = "0px 0px -65% 0px";

/** The parts of a long page: beside the text where there is room, else folded above it. The part being read is marked. */
export function Contents({ title, items, className = "" }: Props) {
  const reading = usePartBeingRead(items.map(({ id }) => id).join(" "), BAND);
  return (
    <>
      <details className={`fold ${styles.folded} no-print`}>
        <summary>
          <span className="caps">{title}</span>
          <span className="meta">{items.length} partes</span>
        </summary>
        <nav aria-label={title}>
          <ContentsList items={items} reading={reading} />
        </nav>
      </details>
      <nav className={`${styles.beside} ${className} no-print`} aria-labelledby="t-partes">
        <h2 className="caps" id="t-partes">
          {title}
        </h2>
        <ContentsList items={items} reading={reading} />
      </nav>
    </>
  );
}

function ContentsList({ items, reading }: { items: Item[]; reading: string | undefined }) {
  return (
    <ol className={styles.list}>
      {items.map(({ id, title }) => (
        <li key={id}>
          <a href={`#${id}`} aria-current={reading === id ? "location" : undefined}>
            {title}
          </a>
        </li>
      ))}
    </ol>
  );
}
