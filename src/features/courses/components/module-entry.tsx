import { Link } from "react-router";
import { plural } from "#app/lib/text.ts";
import { Button } from "#app/ui/button.tsx";
import { SmallGauge } from "#app/ui/gauge.tsx";
import { Icon } from "#app/ui/icons.tsx";
import { ModuleEmblem } from "#app/ui/module-emblem.tsx";
import type { LessonAhead, ModuleCard } from "../courses.answers.ts";
import styles from "../pages/modules.module.css";
import { LockStep, lockReason } from "./lock-notice.tsx";
import { ACTION } from "./module-row.tsx";
import { progressInWords } from "./progress-words.ts";

type Props = {
  module: ModuleCard;
  /** Where the member stopped, when it is in this module. */
  resume: LessonAhead | undefined;
  /** The degree as a whole is closed, and the page has said so. */
  gated: boolean;
};

/** A module in the list: its emblem, what it teaches, how far it is, and one way in. */
export function ModuleEntry({ module, resume, gated }: Props) {
  const { id, title, description, lessonCount, minutes, percent, status, lock } = module;
  const address = resume ? `/modulo/${resume.moduleId}/licao/${resume.number}` : `/modulo/${id}`;
  return (
    <li className={`${styles.entry} ${resume ? styles.here : ""} ${lock ? styles.locked : ""}`}>
      <Link className={styles.emblem} to={`/modulo/${id}`} tabIndex={-1} aria-hidden="true">
        <ModuleEmblem id={id} />
        <span className="osf">{id}</span>
      </Link>
      <div className={styles.about}>
        {resume && <p className="caps caps-gold">{percent > 0 || resume.percent > 0 ? "Você parou aqui" : "Por onde começar"}</p>}
        {status === "completed" && (
          <p className={styles.seal}>
            <Icon name="check" /> Face pronta
          </p>
        )}
        <h2 className="entry-title">
          <Link to={`/modulo/${id}`} prefetch="intent">
            {title}
          </Link>
        </h2>
        <p className={styles.description}>{description}</p>
        <p className="meta">
          {plural(lessonCount, "lição", "lições")}
          {minutes > 0 && `, ${minutes} minutos`}
        </p>
        {!lock && (
          <>
            <div className={styles.gauge}>
              <SmallGauge value={percent} divisions={lessonCount} label={`Progresso: ${title}`} />
              <span className="osf">{percent}%</span>
            </div>
            <p className="meta">{progressInWords(module)}</p>
          </>
        )}
        {lock && !gated && (
          <p className={styles.why}>
            {lockReason(lock)} <LockStep lock={lock} />
          </p>
        )}
      </div>
      <div className={styles.way}>
        {lock ? (
          <Button small disabled>
            <Icon name="lock" /> Bloqueado
          </Button>
        ) : (
          <Link
            className={resume ? "btn" : "go"}
            to={address}
            aria-label={`${ACTION[status as keyof typeof ACTION]}: ${title}`}
            prefetch="intent"
          >
            {ACTION[status as keyof typeof ACTION]}
          </Link>
        )}
      </div>
    </li>
  );
}
