import { isSameDay } from "date-fns/isSameDay";
import { useId } from "react";
import { hourAndMinute } from "#app/lib/format.ts";
import type { NoticeLine } from "../notices.answers.ts";
import styles from "../pages/notices.module.css";
import { Line } from "./notice-line.tsx";
import { dayTitle } from "./words.ts";

/** The lines under the day they are from, in the reader's own time zone. */
export function NoticeDays({ notices }: { notices: NoticeLine[] }) {
  const days: NoticeLine[][] = [];
  for (const notice of notices) {
    const day = days.at(-1);
    if (day && isSameDay(day[0]!.at, notice.at)) day.push(notice);
    else days.push([notice]);
  }
  return days.map((day) => <Day key={day[0]!.at.slice(0, 10)} day={day} />);
}

function Day({ day }: { day: NoticeLine[] }) {
  const id = useId();
  const { name, date } = dayTitle(new Date(day[0]!.at));
  return (
    <section className={styles.day} aria-labelledby={id}>
      <h2 id={id}>
        {name} <span>{date}</span>
      </h2>
      <ol className={styles.lines}>
        {day.map((notice) => (
          <Line key={notice.id} notice={notice} when={hourAndMinute(new Date(notice.at))} unfolds />
        ))}
      </ol>
    </section>
  );
}
