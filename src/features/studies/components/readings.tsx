import { type FormEvent, useRef, useState } from "react";
import { isoDayInBrasilia, longDay } from "#app/lib/format.ts";
import { NO_DATE } from "#app/lib/no-date.ts";
import { DateField } from "#app/ui/date-field.tsx";
import { Icon } from "#app/ui/icons.tsx";
import { toastFailure } from "#app/ui/toasts.tsx";
import { useReadings } from "../studies.queries.ts";
import styles from "./readings.module.css";

/** "12 de março de 2026" */
const inWords = (day: string): string => `${longDay(day)} de ${day.slice(0, 4)}`;

/** The days on which a piece was read in the member's Lodge; only they see them. */
export function Readings({ studyId, readings }: { studyId: string; readings: string[] }) {
  const today = isoDayInBrasilia(new Date());
  const [day, setDay] = useState(today);
  const [error, setError] = useState<string>();
  const { keep, drop } = useReadings(studyId);
  const field = useRef<HTMLInputElement>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const problem =
      day === "" || day === NO_DATE ? "Escolha o dia da reunião" : day > today ? "Esse dia ainda não chegou" : undefined;
    setError(problem);
    if (problem) return field.current?.focus();
    keep.mutate(day, { onError: (failure) => toastFailure("A data não foi guardada", failure) });
  };
  return (
    <section className="no-print" aria-labelledby="lida-em">
      <h2 id="lida-em">Lida na nossa Loja</h2>
      {readings.length > 0 && (
        <ul className={styles.days}>
          {readings.map((each) => (
            <li key={each}>
              <span>{inWords(each)}</span>
              <button
                type="button"
                className="icon-btn"
                aria-label={`Apagar ${inWords(each)}`}
                disabled={drop.isPending}
                onClick={() => drop.mutate(each, { onError: (failure) => toastFailure("A data não foi apagada", failure) })}
              >
                <Icon name="close" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <form className={styles.form} onSubmit={submit} noValidate>
        <DateField
          type="date"
          label="Dia da reunião"
          help="Só você vê estas datas."
          error={error}
          max={today}
          value={day}
          onChange={setDay}
          onBlur={() => undefined}
          inputRef={field}
        />
        <button type="submit" className="btn btn-2 btn-sm" disabled={keep.isPending}>
          Guardar a data
        </button>
      </form>
    </section>
  );
}
