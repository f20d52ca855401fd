import { type RefObject, useEffect, useRef, useState } from "react";
import { Icon } from "#app/ui/icons.tsx";
import { ReadAloud } from "./read-aloud.tsx";
import styles from "./reader.module.css";

const SIZES = [0.9, 1, 1.15, 1.3, 1.5];
const STORED = "tamanho-do-texto";

type Props = { onScale: (scale: number) => void; text: RefObject<HTMLElement | null> };

/** Reading controls, in reach through the whole text: its size (kept on this device), reading aloud, printing, and how far one is. */
export function ReadingTools({ onScale, text }: Props) {
  const [size, setSize] = useState(() => {
    const stored = SIZES.indexOf(Number(localStorage.getItem(STORED)));
    return stored < 0 ? 1 : stored;
  });
  useEffect(() => {
    onScale(SIZES[size]!);
    localStorage.setItem(STORED, String(SIZES[size]));
  }, [size, onScale]);
  return (
    <div className={`${styles.tools} no-print`}>
      <div className={styles.buttons} role="toolbar" aria-label="Controles de leitura">
        <button
          type="button"
          className={styles.tool}
          aria-label="A−: diminuir o texto"
          disabled={size === 0}
          onClick={() => setSize(size - 1)}
        >
          <span className={`${styles.aa} ${styles.small}`} aria-hidden="true">
            A<sup>−</sup>
          </span>
        </button>
        <button
          type="button"
          className={styles.tool}
          aria-label="A+: aumentar o texto"
          disabled={size === SIZES.length - 1}
          onClick={() => setSize(size + 1)}
        >
          <span className={styles.aa} aria-hidden="true">
            A<sup>+</sup>
          </span>
        </button>
        <ReadAloud text={text} />
        <button type="button" className={styles.tool} onClick={() => window.print()}>
          <Icon name="print" />
          <span>Imprimir</span>
        </button>
      </div>
      <HowFar text={text} />
    </div>
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
