import { useId, useState } from "react";
import { deviceZone, zoneLabel, zonesToOffer } from "#app/lib/time-zones.ts";
import { SelectField } from "#app/ui/field.tsx";
import type { Preferences } from "../notices.answers.ts";
import type { PreferencesInput } from "../notices.schema.ts";
import styles from "../pages/notices.module.css";

const HALF_HOURS = Array.from(
  { length: 48 },
  (_, index) => `${String(Math.floor(index / 2)).padStart(2, "0")}:${index % 2 ? "30" : "00"}`,
);

/** What is offered to who has none yet. */
const NIGHT = { from: "22:30", to: "07:00" };

const shown = (time: string) => time.replace(/^0(?=\d)/, "");
const hours = (time: string) => Number(time.slice(0, 2)) + Number(time.slice(3)) / 60;
const withOwn = (own: string) => (HALF_HOURS.includes(own) ? HALF_HOURS : [...HALF_HOURS, own].sort());

type Props = Pick<Preferences, "quiet" | "timeZone"> & { onChange: (input: PreferencesInput) => void };

/** The hours in which nothing rings and no letter comes. */
export function QuietHours({ quiet, timeZone, onChange }: Props) {
  const id = useId();
  return (
    <section className={styles.shelf} aria-labelledby={id}>
      <h2 id={id}>Horas de silêncio</h2>
      {quiet ? (
        <>
          <p>
            Entre as {shown(quiet.from)} e as {shown(quiet.to)} nada toca e nada chega por e-mail. Espera até o fim dessas horas.
            Só a segurança da conta passa.
          </p>
          <DayRule {...quiet} />
          <div className={styles.hours}>
            <SelectField
              label="Das"
              value={quiet.from}
              onChange={({ target }) => onChange({ quiet: { ...quiet, from: target.value } })}
            >
              {withOwn(quiet.from)
                .filter((time) => time !== quiet.to)
                .map(timeOption)}
            </SelectField>
            <SelectField
              label="Às"
              value={quiet.to}
              onChange={({ target }) => onChange({ quiet: { ...quiet, to: target.value } })}
            >
              {withOwn(quiet.to)
                .filter((time) => time !== quiet.from)
                .map(timeOption)}
            </SelectField>
          </div>
          <TimeZone timeZone={timeZone} onChange={(zone) => onChange({ timeZone: zone })} />
          <button type="button" className="text-btn" onClick={() => onChange({ quiet: null })}>
            Desligar o silêncio
          </button>
        </>
      ) : (
        <>
          <p>À noite, por exemplo, nada toca e nada chega por e-mail: espera a manhã. Só a segurança da conta passa.</p>
          <button type="button" className="btn btn-2" onClick={() => onChange({ quiet: NIGHT, timeZone: deviceZone() })}>
            Ligar das {shown(NIGHT.from)} às {shown(NIGHT.to)}
          </button>
        </>
      )}
    </section>
  );
}

const timeOption = (time: string) => (
  <option key={time} value={time}>
    {shown(time)}
  </option>
);

/** The gauge of 24 inches laid over a day. */
function DayRule({ from, to }: { from: string; to: string }) {
  const [a, b] = [hours(from), hours(to)];
  const parts =
    a < b
      ? [[a, b]]
      : [
          [0, b],
          [a, 24],
        ];
  return (
    <svg className={styles.dayRule} viewBox="0 0 240 34" role="img" aria-label={`Silêncio das ${shown(from)} às ${shown(to)}`}>
      {Array.from({ length: 23 }, (_, index) => (index + 1) * 10).map((x) => (
        <path key={x} d={`M${x} 0v${x % 60 === 0 ? 9 : 5}`} />
      ))}
      {parts.map(([start, end]) => (
        <rect key={start} x={start! * 10} y="14" width={(end! - start!) * 10} height="20" />
      ))}
    </svg>
  );
}

function TimeZone({ timeZone, onChange }: { timeZone: string; onChange: (zone: string) => void }) {
  const [isOpen, setOpen] = useState(false);
  if (!isOpen)
    return (
      <div>
        <p className="meta">
          Hora de {zoneLabel(timeZone)}
          {timeZone === deviceZone() && ", a do seu aparelho"}.
        </p>
        <button type="button" className="text-btn" onClick={() => setOpen(true)}>
          Mudar o fuso
        </button>
      </div>
    );
  return (
    <SelectField label="Fuso horário" value={timeZone} onChange={({ target }) => onChange(target.value)}>
      {zonesToOffer(timeZone).map((zone) => (
        <option key={zone} value={zone}>
          {zoneLabel(zone)}
        </option>
      ))}
    </SelectField>
  );
}
