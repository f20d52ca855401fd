import { useState } from "react";
import { Link } from "react-router";
import type { NoticeLine } from "../notices.answers.ts";
import { useParts, useReadNotice } from "../notices.queries.ts";
import styles from "../pages/notices.module.css";
import { when as shortly } from "./words.ts";

type Props = {
  notice: NoticeLine;
  /** When it came, as the list says it: under a day's heading the hour. */
  when: string;
  /** Whether a line of several can be unfolded here. */
  unfolds?: true;
};

/** One line. Unread is a lozenge and heavier letters, and said aloud; never colour alone. */
export function Line({ notice, when, unfolds }: Props) {
  const { id, topic, text, path, at, read, unfold } = notice;
  const readNotice = useReadNotice();
  return (
    <li className={read ? "" : styles.unread}>
      <p className={styles.topic}>
        {!read && (
          <>
            <span className={styles.lozenge} />
            <span className="visually-hidden">Não lida. </span>
          </>
        )}
        {topic}
      </p>
      <p className={styles.text}>
        <Link to={path} onClick={() => !read && readNotice.mutate(id)}>
          {text}
        </Link>
      </p>
      <time dateTime={at}>{when}</time>
      {unfolds && unfold && <Parts notice={notice} label={unfold} />}
    </li>
  );
}

/** What a line of several stands for, each with its hour. */
function Parts({ notice, label }: { notice: NoticeLine; label: string }) {
  const [open, setOpen] = useState(false);
  const parts = useParts(notice, open);
  return (
    <details className={`fold ${styles.parts}`} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{label}</summary>
      {parts.isPending && <p className="meta">Carregando...</p>}
      {parts.isError && <p className="meta">Não foi possível carregar. Feche e abra de novo.</p>}
      <ol>
        {parts.data?.parts.map(({ id, text, at }) => (
          <li key={id}>
            <b>{text}</b>
            <time dateTime={at}>{shortly(new Date(at))}</time>
          </li>
        ))}
      </ol>
    </details>
  );
}
