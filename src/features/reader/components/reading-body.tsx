import { memo, type RefObject, useState } from "react";
import { createPortal } from "react-dom";
import { Link } from "react-router";
import type { LessonTerm } from "#app/features/courses/courses.answers.ts";
import { Icon } from "#app/ui/icons.tsx";
import "#app/ui/styles/prose.css";
import styles from "./reader.module.css";

type Opened = { term: LessonTerm; button: HTMLElement; room: HTMLElement };

/** A text rendered by the server, and beside the line that calls it the entry of the dictionary. */
export function ReadingBody({ html, terms, ref }: { html: string; terms: LessonTerm[]; ref: RefObject<HTMLDivElement | null> }) {
  const [opened, setOpened] = useState<Opened | null>(null);

  const close = () => {
    opened?.button.setAttribute("aria-expanded", "false");
    opened?.room.remove();
    setOpened(null);
  };
  const toggle = (button: HTMLElement) => {
    close();
    const term = terms.find(({ slug }) => slug === button.dataset.term);
    const block = button.closest(".beside");
    if (!term || !block || opened?.button === button) return;
    const room = document.createElement("div");
    block.append(room);
    button.setAttribute("aria-expanded", "true");
    setOpened({ term, button, room });
  };

  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the buttons stand inside the text; this only hears them */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: a button's click comes from the keyboard too */}
      <div
        ref={ref}
        className="lesson-text"
        onClick={({ target }) => {
          const button = target instanceof Element ? target.closest<HTMLElement>("button.term") : null;
          if (button) toggle(button);
        }}
      >
        <Html html={html} />
      </div>
      {opened &&
        createPortal(
          <TermCard
            term={opened.term}
            onClose={() => {
              opened.button.focus();
              close();
            }}
          />,
          opened.room,
        )}
    </>
  );
}

/** Sanitised on the server; set once, so that what was opened in it stays. */
const Html = memo(function Html({ html }: { html: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: rendered and sanitised by the server
  return <div className="contents-only" dangerouslySetInnerHTML={{ __html: html }} />;
});

function TermCard({ term, onClose }: { term: LessonTerm; onClose: () => void }) {
  return (
    <aside className={styles.termCard} aria-label={`Dicionário: ${term.term}`}>
      <p className="caps">Dicionário</p>
      <h3>{term.term}</h3>
      <p>{term.definition}</p>
      <p className={styles.termFoot}>
        <span className="badge">{term.grade}</span>
        <Link to={`/dicionario/${term.slug}`}>Ver no dicionário</Link>
      </p>
      <button type="button" className="icon-btn no-print" aria-label="Fechar o verbete" onClick={onClose}>
        <Icon name="close" />
      </button>
    </aside>
  );
}
