import type { CSSProperties } from "react";
import { numberInWords, plural } from "#app/lib/text.ts";
import styles from "../pages/library.module.css";
import type { Subject } from "../use-library-search.ts";
import { bindingOf } from "./binding.tsx";

type Props = { subjects: Subject[]; isChosen: (subject: string) => boolean; onChoose: (subject: string | null) => void };

/** The shelf: each spine is a category, as thick as what it holds, and shows it alone. A second press shows all again. */
export function BookShelf({ subjects, isChosen, onChoose }: Props) {
  const items = subjects.reduce((sum, subject) => sum + subject.items, 0);
  const count = subjects.length === 1 ? "um assunto" : `${numberInWords(subjects.length, "m")} assuntos`;
  return (
    <section className={styles.shelf} aria-labelledby="t-estante">
      <h2 id="t-estante">A estante</h2>
      <p className="meta">
        {plural(items, "item", "itens")}, {count}. Toque numa lombada para filtrar.
      </p>
      <fieldset className={styles.spines} aria-label="Assunto">
        {subjects.map(({ name, items }) => (
          <button
            key={name}
            type="button"
            className={`${styles.spine} ${bindingOf(name)}`}
            style={{ "--items": Math.min(items, MOST_SEEN) } as CSSProperties}
            aria-pressed={isChosen(name)}
            onClick={() => onChoose(isChosen(name) ? null : name)}
          >
            <b>
              {items}
              <span className="visually-hidden"> {items === 1 ? "item" : "itens"}: </span>
            </b>
            <span className={styles.spineName}>{name}</span>
          </button>
        ))}
      </fieldset>
    </section>
  );
}

/** From this many items on a spine grows no more. */
const MOST_SEEN = 12;
