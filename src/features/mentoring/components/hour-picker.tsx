import { useState } from "react";
import { hourAndMinute, longDay, weekdayName } from "#app/lib/format.ts";
import { firstName, opening } from "#app/lib/text.ts";
import { toastFailure } from "#app/ui/toasts.tsx";
import { useFreeHours, useHoldHour } from "../mentors/hours.queries.ts";
import styles from "./hour-picker.module.css";

/** How many days are shown before the rest is asked for. */
const DAYS_AT_FIRST = 3;

type Props = {
  mentor: { userId: string; name: string };
  value: string | null | undefined;
  /** Null where the hour that was chosen is no longer free. */
  onChange: (startsAt: string | null) => void;
  /** Whether the hour is kept while the form is filled in. */
  hold?: boolean;
  disabled: boolean;
};

const dayOf = (moment: string): string => new Date(moment).toLocaleDateString("sv-SE");

/** A mentor's free hours, by the reader's own clock; nothing where the mentor has said none. A date of one's own can always be written instead. */
export function HourPicker({ mentor, value, onChange, hold = false, disabled }: Props) {
  const free = useFreeHours(mentor.userId);
  const keep = useHoldHour(mentor.userId);
  const [all, setAll] = useState(false);
  const hours = free.data?.hours ?? [];
  if (hours.length === 0) return null;
  const days = [...Map.groupBy(hours, dayOf)];
  // chosen at once: who sends before the answer sends the hour, and the server says whose it is
  const choose = (hour: string) => {
    onChange(hour);
    if (!hold) return;
    keep.mutate(hour, {
      onError: (error) => {
        onChange(null);
        toastFailure("Esta hora não está mais livre", error);
      },
    });
  };
  return (
    <fieldset className={styles.picker}>
      <legend>Horas livres de {firstName(mentor.name)}</legend>
      <p className="meta">Na sua hora. Sessões de {free.data!.minutes} minutos.</p>
      {days.slice(0, all ? undefined : DAYS_AT_FIRST).map(([day, hoursOfDay]) => (
        <div key={day} className={styles.day}>
          <p>
            {opening(weekdayName(new Date(hoursOfDay[0]!)).replace("-feira", ""))} <span>{longDay(day)}</span>
          </p>
          <div className={styles.hours}>
            {hoursOfDay.map((hour) => (
              <button
                key={hour}
                type="button"
                className={styles.hour}
                aria-pressed={value === hour}
                aria-label={`${longDay(day)}, ${hourAndMinute(new Date(hour))}`}
                disabled={disabled}
                onClick={() => choose(hour)}
              >
                {hourAndMinute(new Date(hour))}
              </button>
            ))}
          </div>
        </div>
      ))}
      {!all && days.length > DAYS_AT_FIRST && (
        <button type="button" className="quiet" onClick={() => setAll(true)}>
          Mais horas
        </button>
      )}
    </fieldset>
  );
}
