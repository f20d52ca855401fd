import type { ReactNode } from "react";
import { Link } from "react-router";
import { Icon } from "#app/ui/icons.tsx";
import type { MarkedItem } from "../exam.answers.ts";
import styles from "./result.module.css";

/** To the text that has the answer: the document, or the lesson. */
export function Reread({ item: { lesson, document } }: { item: MarkedItem }) {
  if (document) return <Go to={`/documentos/${document.id}`}>Reler o documento “{document.title}”</Go>;
  return lesson && <Go to={`/modulo/${lesson.moduleId}/licao/${lesson.number}`}>Reler “{lesson.title}”</Go>;
}

export function Go({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link className="go" to={to}>
      <span>{children}</span> <Icon name="arrow" />
    </Link>
  );
}

export function SectionHead({ id, title, note }: { id: string; title: string; note?: ReactNode }) {
  return (
    <div className={styles.sec}>
      <h2 id={id}>{title}</h2>
      {note && <p className={styles.note}>{note}</p>}
    </div>
  );
}
