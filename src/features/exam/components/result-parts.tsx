import type { ReactNode } from "react";
import { Link } from "react-router";
import { passageFragment } from "#app/lib/passage-link.ts";
import { Icon } from "#app/ui/icons.tsx";
import type { MarkedItem } from "../exam.answers.ts";
import styles from "./result.module.css";

/** To the passage that has the answer, in the document or the lesson; to the beginning of the text where no passage is known. */
export function Reread({ item: { lesson, document, passage } }: { item: MarkedItem }) {
  const fragment = passage ? passageFragment(passage) : "";
  if (document)
    return (
      <Go to={`/documentos/${document.id}${fragment}`}>
        {passage ? "Reler o trecho, no documento" : "Reler o documento"} “{document.title}”
      </Go>
    );
  return (
    lesson && (
      <Go to={`/modulo/${lesson.moduleId}/licao/${lesson.number}${fragment}`}>
        {passage ? "Reler o trecho, em" : "Reler"} “{lesson.title}”
      </Go>
    )
  );
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
