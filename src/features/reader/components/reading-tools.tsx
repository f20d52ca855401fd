import { type RefObject, useEffect, useId, useRef, useState } from "react";
import { useReadingSettings } from "#app/features/account/reading.ts";
import { AnnotateButton, type Annotating } from "#app/features/notes/components/annotate-button.tsx";
import { READING } from "#app/lib/reading.ts";
import { useBackCloses } from "#app/ui/back-closes.ts";
import { Icon } from "#app/ui/icons.tsx";
import type { NextText } from "../voice.ts";
import { Presentation } from "./presentation.tsx";
import { ReadAloud } from "./read-aloud.tsx";
import styles from "./reader.module.css";
import { ReadingChoices } from "./reading-choices.tsx";

type Props = {
  text: RefObject<HTMLElement | null>;
  annotating: Annotating;
  title: string;
  standfirst: string;
  /** Where listening may go on. */
  next?: NextText | undefined;
  /** Whether what is read counts. */
  isCounted?: boolean;
};

/**
 * Reading controls: how the text is shown, reading aloud, printing, and how far one is. They are in reach through the whole text; on a phone
 * only those that are wanted while one reads.
 */
export function ReadingTools({ text, annotating, title, standfirst, next, isCounted }: Props) {
  return (
    <div className={`${styles.tools} no-print`}>
      <div className={styles.buttons} role="toolbar" aria-label="Controles de leitura">
        <div className={styles.before}>
          <SizeButtons />
          <button type="button" className={styles.tool} onClick={() => window.print()}>
            <Icon name="print" />
            <span>Imprimir</span>
          </button>
          <Presentation text={text} title={title} standfirst={standfirst} className={styles.tool} />
        </div>
        <ReadAloud text={text} next={next} isCounted={isCounted ?? false} className={styles.tool} />
        <AnnotateButton annotating={annotating} className={styles.tool} />
        <Adjust />
      </div>
      <HowFar text={text} />
    </div>
  );
}

function SizeButtons() {
  const [{ size }, change] = useReadingSettings();
  const at = READING.size.indexOf(size);
  const step = (by: 1 | -1) => change({ size: READING.size[at + by] ?? size });
  return (
    <>
      <button
        type="button"
        className={styles.tool}
        aria-label="A−: diminuir o texto"
        disabled={at === 0}
        onClick={() => step(-1)}
      >
        <span className={`${styles.aa} ${styles.small}`} aria-hidden="true">
          A<sup>−</sup>
        </span>
      </button>
      <button
        type="button"
        className={styles.tool}
        aria-label="A+: aumentar o texto"
        disabled={at === READING.size.length - 1}
        onClick={() => step(1)}
      >
        <span className={styles.aa} aria-hidden="true">
          A<sup>+</sup>
        </span>
      </button>
    </>
  );
}

/** On a phone what opens below the screen's edge is brought into it; on a wide screen nothing moves under the pointer. */
const intoView = (element: HTMLElement | null) => {
  if (matchMedia("(max-width: 40rem)").matches) element?.scrollIntoView({ block: "nearest" });
};

/** The other settings, over the text that they change. */
function Adjust() {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const panel = useId();
  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  useBackCloses(open, close);
  return (
    <>
      <button
        ref={button}
        type="button"
        className={styles.tool}
        aria-expanded={open}
        aria-controls={panel}
        onClick={() => setOpen(!open)}
      >
        <Icon name="adjust" />
        <span>Ajustes</span>
      </button>
      {open && (
        <section
          ref={intoView}
          id={panel}
          className={styles.panel}
          aria-label="Ajustes de leitura"
          onKeyDown={({ key }) => key === "Escape" && close()}
        >
          <ReadingChoices />
          <button type="button" className="btn btn-2 btn-sm" onClick={close}>
            Fechar os ajustes
          </button>
        </section>
      )}
    </>
  );
}

/** A thin line that grows with the part of the text above the screen's lower edge. Moved by hand: it changes with each scroll. */
function HowFar({ text }: { text: RefObject<HTMLElement | null> }) {
  const line = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const measure = () => {
      const box = text.current?.getBoundingClientRect();
      if (!box || box.height === 0) return;
      const part = Math.min(1, Math.max(0, -box.top / Math.max(1, box.height - window.innerHeight)));
      line.current?.style.setProperty("scale", `${part} 1`);
    };
    measure();
    window.addEventListener("scroll", measure, { passive: true });
    return () => window.removeEventListener("scroll", measure);
  }, [text]);
  return <div ref={line} className={styles.line} aria-hidden="true" />;
}
