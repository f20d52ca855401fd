import { Link } from "react-router";
import type { AdminSummary } from "../admin.answers.ts";
import styles from "../pages/admin.module.css";
import { ROOMS } from "../rooms.ts";

const NUMERALS = ["I", "II", "III", "IV", "V"];

/** Where everything of the administration is; a number counts only what waits. */
export function RoomIndex({ matters }: { matters: AdminSummary["matters"] }) {
  return (
    <section className={styles.index} aria-labelledby="onde">
      <h2 id="onde">Onde está cada coisa</h2>
      <div className={styles.rooms}>
        {ROOMS.map(({ name, entries }, index) => (
          <nav key={name} aria-labelledby={`sala-${index}`}>
            <h3 id={`sala-${index}`}>
              <i aria-hidden="true">{NUMERALS[index]}</i>
              {name}
            </h3>
            <ul>
              {entries.map(({ path, label, waits }) => {
                const count = matters.find(({ kind }) => kind === waits)?.count;
                return (
                  <li key={path}>
                    <Link to={path}>
                      <span>{label}</span>
                      {count && (
                        <b className="osf">
                          <span className="visually-hidden">, à espera: </span>
                          {count}
                        </b>
                      )}
                    </Link>
                  </li>
                );
              })}
            </ul>
          </nav>
        ))}
      </div>
    </section>
  );
}
