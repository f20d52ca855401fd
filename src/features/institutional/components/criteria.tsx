import { Icon, type IconName } from "#app/ui/icons.tsx";
import type { Criterion, Principle } from "../institutional.schema.ts";
import styles from "./criteria.module.css";

type Result = Criterion["result"];

const RESULTS: Record<Result, { label: string; icon: IconName }> = {
  atende: { label: "Atende", icon: "check" },
  parte: { label: "Atende em parte", icon: "alert" },
  nao: { label: "Não se aplica", icon: "dot" },
};

const COLUMNS = ["Critério", "Resultado", "O que foi conferido, e como"];

/** What was checked of each criterion: a table for each principle, whose rows are entries of a list on narrow screens. */
export function Criteria({ principles }: { principles: Principle[] }) {
  const all = principles.flatMap(({ criteria }) => criteria);
  const count = (sought: Result) => all.filter(({ result }) => result === sought).length;
  return (
    <>
      <p>
        De {all.length} critérios, {count("atende")} são atendidos, {count("parte")} em parte, e {count("nao")} não se aplicam.
      </p>
      {principles.map(({ principle, criteria }) => (
        <table key={principle} className={styles.criteria}>
          <caption>{principle}</caption>
          <thead>
            <tr>
              {COLUMNS.map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {criteria.map(({ number, name, level, result, how, missing }) => (
              <tr key={number}>
                <th scope="row">
                  <span className={styles.number}>{number}</span> {name} <span className={styles.level}>(nível {level})</span>
                </th>
                <td className={styles.result}>
                  <Icon name={RESULTS[result].icon} /> {RESULTS[result].label}
                </td>
                <td>
                  {how}
                  {missing && (
                    <span className={styles.missing}>
                      <b>Falta:</b> {missing}
                    </span>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      ))}
    </>
  );
}
