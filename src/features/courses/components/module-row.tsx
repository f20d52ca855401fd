import { Link } from "react-router";
import { plural } from "#app/lib/text.ts";
import { Button } from "#app/ui/button.tsx";
import { SmallGauge } from "#app/ui/gauge.tsx";
import { Icon } from "#app/ui/icons.tsx";
import type { ModuleCard } from "../courses.answers.ts";
import { LockStep, lockReason } from "./lock-notice.tsx";
import styles from "./module-row.module.css";
import { progressInWords } from "./progress-words.ts";

/** The button of a module that can be opened. */
export const ACTION = { completed: "Revisar Módulo", "in-progress": "Continuar" } as const;

/** One module as a line of the dashboard: progress, or what is missing. */
export function ModuleRow({ module }: { module: ModuleCard }) {
  const { id, title, lessonCount, percent, status, lock } = module;
  return (
    <li className={status === "locked" ? styles.locked : undefined}>
      <span className={styles.n} aria-hidden="true">
        {id}
      </span>
      <div className={styles.t}>
        <h3 className="entry-title">
          <Link to={`/modulo/${id}`} prefetch="intent">
            {title}
          </Link>
        </h3>
        <p className="meta">{lock ? plural(lessonCount, "lição", "lições") : progressInWords(module)}</p>
      </div>
      {lock ? (
        <>
          <p className={styles.why}>
            <Icon name="lock" />
            <span>
              {lockReason(lock)} <LockStep lock={lock} />
            </span>
          </p>
          <Button small disabled>
            Bloqueado
          </Button>
        </>
      ) : (
        <>
          <div className={styles.g}>
            <SmallGauge value={percent} divisions={lessonCount} label={`Progresso: ${title}`} />
            <span className={`${styles.pc} osf`}>{percent}%</span>
          </div>
          <Link
            className="go"
            to={`/modulo/${id}`}
            aria-label={`${ACTION[status as keyof typeof ACTION]}: ${title}`}
            prefetch="intent"
          >
            {ACTION[status as keyof typeof ACTION]}
          </Link>
        </>
      )}
    </li>
  );
}
