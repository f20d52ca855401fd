import type { ReactNode } from "react";
import { PLATES } from "#app/lib/plates.ts";
import { ModuleEmblem } from "#app/ui/module-emblem.tsx";
import door from "./door.svg?url";
import styles from "./gate.module.css";

type Props = {
  title: ReactNode;
  /** Why one is here, or what follows; italic, under the title. */
  reason?: ReactNode;
  children: ReactNode;
};

/** The door of the academy: signing in, signing up, and the ways to another password. On a phone the form is in sight at once. */
export function Gate({ title, reason, children }: Props) {
  return (
    <section className={`page ${styles.gate}`} id="acesso" aria-label="Acesso">
      <div className={styles.head}>
        <ModuleEmblem id={1} className={styles.emblem} />
        <div>
          <h1>{title}</h1>
          <p className={styles.reason}>{reason}</p>
        </div>
      </div>
      <div className={styles.form}>{children}</div>
      <figure className={`plate ${styles.plate}`}>
        <div className="plate-art">
          <svg
            viewBox="14 32 452 514"
            role="img"
            aria-label="Gravura: uma porta entreaberta sob um arco ainda sem a pedra-chave; a luz sai pela abertura e cai nos degraus."
          >
            <use href={`${door}#door`} />
          </svg>
        </div>
        <figcaption>
          <span>A porta entreaberta</span>
          <b>Pr. {PLATES.door}</b>
        </figcaption>
      </figure>
    </section>
  );
}
