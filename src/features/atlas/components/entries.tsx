import { useState } from "react";
import { Link } from "react-router";
import { listInWords } from "#app/lib/text.ts";
import foldStyles from "#app/ui/fold.module.css";
import type { Entry, Place } from "../atlas.answers.ts";
import { inEntries, inParts } from "../collection.ts";
import styles from "./entries.module.css";

const KIND: Record<Entry["kind"], string> = { document: "Documento", day: "Dia", life: "Vida" };
/** So many are shown without being folded by centuries. */
const FEW = 60;

type Props = {
  entries: Entry[];
  places: ReadonlyMap<string, Place>;
  /** The place that is chosen, which the lines need not repeat. */
  at: string | null;
};

/** The entries by century and year: folded where they are many. */
export function Entries({ entries, places, at }: Props) {
  const parts = inParts(entries);
  const isOpen = entries.length <= FEW;
  return parts.map(({ id, title, count, years }) => {
    const list = (
      <ol>
        {years.map(({ name, entries: own }) => (
          <li key={name} className={styles.year}>
            <h4 className="osf">{name}</h4>
            <ul>
              {own.map((entry) => (
                <li key={`${entry.path} ${entry.date} ${entry.title}`}>
                  <Link to={entry.path} prefetch="intent">
                    <span className={styles.title}>{entry.title}</span>
                    <span className="meta">{aboutOf(entry, name, places, at)}</span>
                  </Link>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ol>
    );
    if (parts.length === 1)
      return (
        <div key={id} className={`${foldStyles.fold} ${styles.part}`}>
          <h3 className="visually-hidden">{title}</h3>
          {list}
        </div>
      );
    return (
      <Part key={`${id} ${isOpen}`} title={title} count={count} open={isOpen}>
        {list}
      </Part>
    );
  });
}

/** "Documento, 28/12/1598 · William Schaw · Edimburgo" */
function aboutOf({ kind, date, by, places: ids }: Entry, year: string, places: Props["places"], at: string | null): string {
  const kindAndDate = date === year ? KIND[kind] : `${KIND[kind]}, ${date}`;
  const where = listInWords(ids.filter((id) => id !== at).map((id) => places.get(id)!.name));
  return [kindAndDate, by, where].filter(Boolean).join(" · ");
}

type PartProps = { title: string; count: number; open: boolean; children: React.ReactNode };

/** Parts that were opened stay so while the tab lives: going back finds the line that was followed. */
function Part({ title, count, open, children }: PartProps) {
  const key = `mapa:${title}`;
  const [isOpen] = useState(() => open || sessionStorage.getItem(key) === "sim");
  return (
    <details
      className={`${foldStyles.fold} ${styles.part}`}
      open={isOpen}
      onToggle={({ currentTarget }) => {
        if (!open) sessionStorage.setItem(key, currentTarget.open ? "sim" : "nao");
      }}
    >
      <summary>
        <h3>{title}</h3>
        <span className="osf" aria-hidden="true">
          {count}
        </span>
        <span className="visually-hidden">{inEntries(count)}</span>
      </summary>
      {children}
    </details>
  );
}
