import { useState } from "react";
import { plural } from "#app/lib/text.ts";
import { FieldError } from "#app/ui/field.tsx";
import { Icon } from "#app/ui/icons.tsx";
import { clockTime, DAY_MINUTES, minutesOf, WEEKDAYS } from "../mentors/hours.policy.ts";
import { useMentorDay } from "../mentors/hours.queries.ts";
import type { AgendaInput } from "../mentors/hours.schema.ts";
import styles from "./week-hours.module.css";

type Hours = AgendaInput["hours"];
type Props = { hours: Hours; onChange: (hours: Hours) => void; problems: ReadonlyMap<string, string> };

/** What a day begins with when it is opened: an evening. */
const EVENING = { startsAt: 19 * 60, endsAt: 21 * 60 };
/** The rule of a day is drawn from six in the morning. */
const FIRST_MINUTE = 6 * 60;
const WEEK_MS = 7 * 86_400_000;

/** The hours of every week, a ruled day each; one day is open to be changed at a time. */
export function WeekHours({ hours, onChange, problems }: Props) {
  const [open, setOpen] = useState<number | null>(null);
  const day = useMentorDay();
  const thisWeek = day.data?.ahead.filter(({ date }) => Date.parse(date) < Date.now() + WEEK_MS) ?? [];
  return (
    <div className={styles.week}>
      {WEEKDAYS.map((name, weekday) => {
        const ofDay = hours.filter((one) => one.weekday === weekday);
        const taken = thisWeek.filter(({ date }) => new Date(date).getDay() === weekday);
        const isOpen = open === weekday;
        const wrong = hours
          .map((one, index) => (one.weekday === weekday ? problems.get(`hours.${index}.endsAt`) : undefined))
          .find(Boolean);
        const toggle = () => {
          if (!isOpen && ofDay.length === 0) onChange([...hours, { weekday, ...EVENING }]);
          setOpen(isOpen ? null : weekday);
        };
        const label = isOpen ? "Fechar" : ofDay.length === 0 ? "Abrir" : "Mudar";
        return (
          <section key={name} className={styles.day} aria-label={name}>
            <h3>{name}</h3>
            <Rule hours={ofDay} taken={taken} />
            <p className={ofDay.length === 0 ? styles.none : undefined}>
              {ofDay.length === 0
                ? "nenhuma hora"
                : ofDay.map(({ startsAt, endsAt }) => `${clockTime(startsAt)} às ${clockTime(endsAt)}`).join(", ")}
            </p>
            <button type="button" className="quiet" aria-expanded={isOpen} aria-label={`${label} ${name}`} onClick={toggle}>
              {label}
            </button>
            {wrong && (
              <div className={styles.problem}>
                <FieldError id={undefined} message={wrong} />
              </div>
            )}
            {isOpen && (
              <div className={styles.editor}>
                {hours.map((one, index) =>
                  one.weekday === weekday ? (
                    <Span
                      // biome-ignore lint/suspicious/noArrayIndexKey: an hour is known by its place, which its fields change
                      key={index}
                      one={one}
                      name={name}
                      onChange={(next) => onChange(hours.map((other, place) => (place === index ? next : other)))}
                      onRemove={() => onChange(hours.filter((_, place) => place !== index))}
                    />
                  ) : null,
                )}
                <button type="button" className="quiet" onClick={() => onChange([...hours, nextSpan(weekday, ofDay)])}>
                  <Icon name="plus" /> Outro horário
                </button>
                {taken.length > 0 && (
                  <p className="meta">
                    {plural(taken.length, "A sessão já marcada nesse dia fica", "As sessões já marcadas nesse dia ficam")} como{" "}
                    {taken.length === 1 ? "está" : "estão"}.
                  </p>
                )}
              </div>
            )}
          </section>
        );
      })}
      <p className={`meta ${styles.legend}`}>
        <span className={styles.keyOpen} aria-hidden="true" /> hora aberta <span className={styles.keyTaken} aria-hidden="true" />{" "}
        já tomada nesta semana
      </p>
    </div>
  );
}

/** After the last hour of the day, or the evening. */
function nextSpan(weekday: number, ofDay: Hours): Hours[number] {
  const last = Math.max(0, ...ofDay.map(({ endsAt }) => endsAt));
  return last === 0 || last > DAY_MINUTES - 120
    ? { weekday, startsAt: 9 * 60, endsAt: 11 * 60 }
    : { weekday, startsAt: last + 60, endsAt: last + 120 };
}

type SpanProps = { one: Hours[number]; name: string; onChange: (one: Hours[number]) => void; onRemove: () => void };

function Span({ one, name, onChange, onRemove }: SpanProps) {
  return (
    <div className={styles.span}>
      <label>
        Das
        <input
          type="time"
          className="input"
          aria-label={`${name}, das`}
          value={clockTime(one.startsAt)}
          onChange={({ target }) => target.value && onChange({ ...one, startsAt: minutesOf(target.value) })}
        />
      </label>
      <label>
        às
        <input
          type="time"
          className="input"
          aria-label={`${name}, às`}
          value={clockTime(one.endsAt % DAY_MINUTES)}
          onChange={({ target }) => target.value && onChange({ ...one, endsAt: minutesOf(target.value, true) })}
        />
      </label>
      <button type="button" className="quiet" aria-label={`Tirar das ${clockTime(one.startsAt)} de ${name}`} onClick={onRemove}>
        Tirar
      </button>
    </div>
  );
}

const at = (minute: number): number => Math.max(0, minute - FIRST_MINUTE);

/** A day's rule from six to midnight, decorative: the hours are told beside it. */
function Rule({ hours, taken }: { hours: Hours; taken: { date: string; durationMinutes: number }[] }) {
  return (
    <svg className={styles.rule} viewBox={`0 0 ${DAY_MINUTES - FIRST_MINUTE} 64`} preserveAspectRatio="none" aria-hidden="true">
      {hours.map(({ startsAt, endsAt }) => (
        <rect
          key={startsAt}
          className={styles.open}
          x={at(startsAt)}
          y={14}
          width={Math.max(0, at(endsAt) - at(startsAt))}
          height={50}
        />
      ))}
      {taken.map(({ date, durationMinutes }) => {
        const begin = new Date(date);
        const minute = begin.getHours() * 60 + begin.getMinutes();
        return <rect key={date} className={styles.taken} x={at(minute)} y={14} width={durationMinutes} height={50} />;
      })}
      {Array.from({ length: 17 }, (_, hour) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the hours keep their order
        <path key={hour} className={styles.tick} d={`M${(hour + 1) * 60} 0V16`} />
      ))}
    </svg>
  );
}
