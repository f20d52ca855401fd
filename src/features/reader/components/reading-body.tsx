import { memo, type RefObject, useEffect, useRef, useState } from "react";
import { Link, useNavigate } from "react-router";
import type { LessonTerm } from "#app/features/courses/courses.answers.ts";
import { useBackCloses } from "#app/ui/back-closes.ts";
import { Icon } from "#app/ui/icons.tsx";
import "#app/ui/styles/prose.css";
import styles from "./reader.module.css";

type Opened = { term: LessonTerm; button: HTMLElement };

type Props = { html: string; terms: LessonTerm[]; ref: RefObject<HTMLDivElement | null> };

/** A text rendered by the server. A term that is pressed shows its entry of the dictionary: beside its line, or at the foot of a narrow screen. */
export function ReadingBody({ html, terms, ref }: Props) {
  const [opened, setOpened] = useState<Opened | null>(null);
  const navigate = useNavigate();

  const toggle = (button: HTMLElement) => {
    const term = terms.find(({ slug }) => slug === button.dataset.term);
    setOpened(term && opened?.button !== button ? { term, button } : null);
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the buttons are inside the text; this only listens for their events
    <div
      ref={ref}
      className="lesson-text"
      onClick={(event) => {
        if (!(event.target instanceof Element)) return;
        const button = event.target.closest<HTMLElement>(".term");
        const elsewhere = event.ctrlKey || event.metaKey || event.shiftKey; // in another tab or window
        if (button && !elsewhere) {
          event.preventDefault();
          toggle(button);
        }
        openPlate(event.target.closest<HTMLAnchorElement>("a[href^='#doc-']"));
        // a drawing that is pressed is seen large, where its number leads
        const plate = event.target.closest(".plate-art, .plate b a")?.closest(".plate");
        const large = plate?.querySelector<HTMLAnchorElement>("b a");
        if (large && !elsewhere) {
          event.preventDefault();
          void navigate(large.pathname + large.search);
        }
      }}
      onKeyDown={(event) => {
        if (event.key !== " " || !(event.target instanceof HTMLElement) || !event.target.matches(".term")) return;
        event.preventDefault();
        event.target.click();
      }}
    >
      <Html html={html} />
      {opened && <TermCard key={opened.term.slug} {...opened} onClose={() => setOpened(null)} />}
    </div>
  );
}

/** A document that the text links to opens where its plate is, below the paragraph. */
function openPlate(link: HTMLAnchorElement | null): void {
  const plate = link && document.getElementById(link.hash.slice(1));
  plate?.querySelector("details")?.setAttribute("open", "");
}

/** Sanitised on the server; set once, so that what was opened in it stays. */
const Html = memo(function Html({ html }: { html: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: rendered and sanitised by the server
  return <div className="contents-only" dangerouslySetInnerHTML={{ __html: html }} />;
});

/** Closes by its button, by Escape, by Back, and by a press outside; the focus goes back to the word, except where the press put it elsewhere. */
function TermCard({ term, button, onClose }: Opened & { onClose: () => void }) {
  const card = useRef<HTMLElement>(null);
  const close = useRef(onClose);
  close.current = onClose;
  useBackCloses(true, () => {
    onClose();
    button.focus({ preventScroll: true });
  });
  useEffect(() => {
    const element = card.current!;
    const text = element.parentElement!;
    element.style.setProperty("--line", `${button.getBoundingClientRect().top - text.getBoundingClientRect().top}px`);
    // beside the text it is lifted as far as it would go below the screen
    const { top, bottom } = element.getBoundingClientRect();
    element.style.setProperty("--lift", `${Math.max(0, Math.min(bottom + 8 - window.innerHeight, top - 8))}px`);
    element.focus({ preventScroll: true });
    button.setAttribute("aria-expanded", "true");
    // on a narrow screen the card covers the foot of the text: the word that called it must not be under it
    const covered = button.getBoundingClientRect().bottom + 8 - element.getBoundingClientRect().top;
    if (getComputedStyle(element).position === "fixed" && covered > 0) window.scrollBy({ top: covered });

    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      close.current();
      button.focus();
    };
    const onPress = ({ target }: PointerEvent) => {
      const outside = target instanceof Element && !element.contains(target) && !target.closest(".term");
      if (outside) close.current();
    };
    document.addEventListener("keydown", onKey);
    document.addEventListener("pointerdown", onPress);
    return () => {
      document.removeEventListener("keydown", onKey);
      document.removeEventListener("pointerdown", onPress);
      button.setAttribute("aria-expanded", "false");
    };
  }, [button]);
  return (
    <aside ref={card} className={`${styles.termCard} no-print`} aria-label={`Dicionário: ${term.term}`} tabIndex={-1}>
      <p className="caps">Dicionário</p>
      <h3>{term.term}</h3>
      <p>{term.definition}</p>
      <p className={styles.termFoot}>
        <span className="badge">{term.grade}</span>
        <Link to={`/dicionario/${term.slug}`}>Ver no dicionário</Link>
      </p>
      <button
        type="button"
        className="icon-btn"
        aria-label="Fechar o verbete"
        onClick={() => {
          onClose();
          button.focus();
        }}
      >
        <Icon name="close" />
      </button>
    </aside>
  );
}
