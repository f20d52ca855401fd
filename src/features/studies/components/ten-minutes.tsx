import type { CSSProperties } from "react";
import styles from "./ten-minutes.module.css";

/** A rule of so many minutes, on which the parts of a piece alternate. @param ends at which minute each part ends */
export function TenMinutes({ ends }: { ends: number[] }) {
  const whole = ends.at(-1)!;
  const at = (minute: number) => ({ "--at": minute / whole }) as CSSProperties;
  return (
    <div
      className={`${styles.rule} no-print`}
      role="img"
      aria-label={`${whole} minutos em ${ends.length} partes, que terminam nos minutos ${new Intl.ListFormat("pt-BR").format(ends.map(String))}`}
      style={{ "--minutes": whole } as CSSProperties}
    >
      {ends.map((end, index) => (
        <i key={end} style={{ ...at(ends[index - 1] ?? 0), "--to": end / whole } as CSSProperties} />
      ))}
      <b style={at(0)}>0</b>
      {ends.slice(0, -1).map((end) => (
        <b key={end} style={at(end)}>
          {end}
        </b>
      ))}
      <b style={at(whole)}>{whole} min</b>
    </div>
  );
}
