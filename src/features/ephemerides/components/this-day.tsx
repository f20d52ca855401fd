import { Link } from "react-router";
import { longDay } from "#app/lib/format.ts";
import { plural } from "#app/lib/text.ts";
import type { ThisDay as Day } from "../ephemerides.answers.ts";
import { EntryText } from "./entry.tsx";
import styles from "./ephemerides.module.css";

/** "Neste dia" on the panel: today's date of the Craft's history, or the next one there is. */
export function ThisDay({ day: { date, isToday, entry, more } }: { day: Day }) {
  return (
    <section className={styles.thisDay} aria-labelledby="t-neste-dia">
      <h2 className="caps caps-gold" id="t-neste-dia">
        {isToday ? "Neste dia" : "A próxima data"}, {longDay(date)}
      </h2>
      <h3>
        <b className="osf">{entry.day.slice(0, 4)}</b> {entry.title}
      </h3>
      <EntryText entry={entry} />
      <p className="meta">
        <Link to={`/efemerides?mes=${Number(date.slice(5, 7))}`} prefetch="intent">
          {more > 0 ? `${plural(more, "outra data", "outras datas")} neste dia, e as do mês` : "As datas do mês"}
        </Link>
      </p>
    </section>
  );
}
