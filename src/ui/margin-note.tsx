import { type ReactNode, useId } from "react";
import styles from "./margin-note.module.css";
import { ModuleEmblem } from "./module-emblem.tsx";

type Props = {
  /** Of the module whose emblem it has, 1 to 12. */
  emblem: number;
  title: string;
  children: ReactNode;
  className?: string | undefined;
};

/** A word beside a page's main part about what is done there; on a phone it comes after it. */
export function MarginNote({ emblem, title, children, className = "" }: Props) {
  const id = useId();
  return (
    <aside className={`${styles.note} ${className} no-print`} aria-labelledby={id}>
      <ModuleEmblem id={emblem} className={styles.emblem} />
      <h2 id={id}>{title}</h2>
      {children}
    </aside>
  );
}
