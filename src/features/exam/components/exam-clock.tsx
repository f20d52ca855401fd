import { useEffect, useState } from "react";
import { hourAndMinute } from "#app/lib/format.ts";
import { plural } from "#app/lib/text.ts";
import { Icon } from "#app/ui/icons.tsx";
import { EXAM_MINUTES } from "../exam.policy.ts";
import styles from "./exam.module.css";

const TICK_MS = 5_000;

/**
 * When the exam closes, and the minutes left: no seconds and no alarm, and it can be hidden.
 * @param ahead milliseconds by which the server's clock is ahead of this device's
 * @param onOver is called when the time is over, and again until the page shows something else
 */
export function ExamClock({ closesAt, ahead, onOver }: { closesAt: string; ahead: number; onOver: () => void }) {
  const [hidden, setHidden] = useState(false);
  const [left, setLeft] = useState(() => Date.parse(closesAt) - Date.now() - ahead);
  useEffect(() => {
    const look = () => {
      const now = Date.parse(closesAt) - Date.now() - ahead;
      setLeft(now);
      if (now <= 0) onOver();
    };
    look();
    const ticks = setInterval(look, TICK_MS);
    return () => clearInterval(ticks);
  }, [closesAt, ahead, onOver]);
  const minutes = Math.ceil(left / 60_000);
  const spent = Math.min(100, Math.max(0, 100 - (left / (EXAM_MINUTES * 60_000)) * 100));
  const closing = new Date(Date.parse(closesAt) - ahead);
  return (
    <aside className={`${styles.clock} ${hidden ? styles.hidden : ""}`} aria-label="Tempo">
      <p className={styles.clockLine}>
        <Icon name="clock" />
        <span>
          <b>
            {left > 0 ? "Fecha" : "Fechou"} às {hourAndMinute(closing)}.
          </b>{" "}
          {left > 0 && <span>{minutes === 1 ? "Resta 1 minuto." : `Restam ${plural(minutes, "minuto", "minutos")}.`}</span>}
        </span>
      </p>
      <div className={styles.clockRule} style={{ "--v": spent } as React.CSSProperties} aria-hidden="true" />
      <button type="button" className={styles.quiet} aria-pressed={hidden} onClick={() => setHidden(!hidden)}>
        {hidden ? "Mostrar o tempo" : "Ocultar o tempo"}
      </button>
    </aside>
  );
}
