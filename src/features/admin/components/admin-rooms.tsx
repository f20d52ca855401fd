import { useEffect, useRef } from "react";
import { Link, useLocation } from "react-router";
import { useSession } from "#app/features/account/account.queries.ts";
import { Icon } from "#app/ui/icons.tsx";
import { useAdminSummary } from "../admin.queries.ts";
import { isAt, ROOMS, roomOf } from "../rooms.ts";
import styles from "./admin-rooms.module.css";

const Count = ({ count }: { count: number }) =>
  count > 0 && (
    <b className="osf">
      <span className="visually-hidden">, à espera: </span>
      {count}
    </b>
  );

/** The way between the rooms of the administration, with how much waits in each: two lines of words, or one that unfolds on a phone. */
export function AdminRooms() {
  const { pathname } = useLocation();
  const mayRead = useSession().data?.member?.can.administer === true;
  const matters = useAdminSummary(mayRead).data?.matters ?? [];
  const waiting = (kinds: (string | undefined)[]) =>
    matters.reduce((sum, { kind, count }) => sum + (kinds.includes(kind) ? count : 0), 0);
  const current = roomOf(pathname);
  const folded = useRef<HTMLDetailsElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page folds it
  useEffect(() => {
    if (folded.current) folded.current.open = false;
  }, [pathname]);
  return (
    <div className={`${styles.bar} no-print`}>
      <div className="page">
        <nav className={styles.rooms} aria-label="Administração">
          <Link to="/admin" className={styles.home} aria-current={pathname === "/admin" ? "page" : undefined}>
            Painel
          </Link>
          <ul>
            {ROOMS.map(({ name, entries }) => (
              <li key={name}>
                <Link to={entries[0].path} aria-current={name === current?.name ? "true" : undefined}>
                  {name} <Count count={waiting(entries.map(({ waits }) => waits))} />
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        {current && (
          <nav className={styles.entries} aria-label={current.name}>
            <ul>
              {current.entries.map((entry) => (
                <li key={entry.path}>
                  <Link to={entry.path} aria-current={isAt(pathname, entry) ? "page" : undefined}>
                    {entry.label} <Count count={waiting([entry.waits])} />
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
        )}
        <details ref={folded} className={styles.folded}>
          <summary>
            {current ? `Administração / ${current.name}` : "Salas da administração"} <Icon name="down" />
          </summary>
          <nav aria-label="Salas da administração">
            <ul>
              <li>
                <Link to="/admin">O que espera hoje</Link>
              </li>
            </ul>
            {ROOMS.map(({ name, entries }) => (
              <div key={name}>
                <p className="caps caps-gold">{name}</p>
                <ul>
                  {entries.map((entry) => (
                    <li key={entry.path}>
                      <Link to={entry.path} aria-current={isAt(pathname, entry) ? "page" : undefined}>
                        {entry.label} <Count count={waiting([entry.waits])} />
                      </Link>
                    </li>
                  ))}
                </ul>
              </div>
            ))}
          </nav>
        </details>
      </div>
    </div>
  );
}
