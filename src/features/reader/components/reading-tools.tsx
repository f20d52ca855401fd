import { useEffect, useState } from "react";
import { Icon } from "#app/ui/icons.tsx";
import styles from "./reader.module.css";

const SIZES = [0.9, 1, 1.15, 1.3, 1.5];
const STORED = "tamanho-do-texto";

/** Reading controls: size of the text (kept on this device), reading aloud, printing. */
export function ReadingTools({ onScale, textOf }: { onScale: (scale: number) => void; textOf: () => string }) {
  const [size, setSize] = useState(() => {
    const stored = SIZES.indexOf(Number(localStorage.getItem(STORED)));
    return stored < 0 ? 1 : stored;
  });
  useEffect(() => {
    onScale(SIZES[size]!);
    localStorage.setItem(STORED, String(SIZES[size]));
  }, [size, onScale]);
  return (
    <div className={`${styles.tools} no-print`} role="toolbar" aria-label="Controles de leitura">
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
      <ReadAloud textOf={textOf} />
      <button type="button" className={styles.tool} onClick={() => window.print()}>
        <Icon name="print" />
        <span>Imprimir</span>
      </button>
    </div>
  );
}

/** The browser's own voice; absent where the browser has none. */
function ReadAloud({ textOf }: { textOf: () => string }) {
  const [speaking, setSpeaking] = useState(false);
  useEffect(() => () => window.speechSynthesis?.cancel(), []);
  if (!("speechSynthesis" in window)) return null;
  const toggle = () => {
    window.speechSynthesis.cancel();
    if (speaking) return setSpeaking(false);
    // Browsers cut long utterances, so each paragraph is one.
    const parts = textOf()
      .split(/\n+/)
      .filter((part) => part.trim());
    for (const [index, part] of parts.entries()) {
      const utterance = new SpeechSynthesisUtterance(part);
      utterance.lang = "pt-BR";
      if (index === parts.length - 1) utterance.onend = () => setSpeaking(false);
      window.speechSynthesis.speak(utterance);
    }
    setSpeaking(true);
  };
  return (
    <button type="button" className={styles.tool} aria-pressed={speaking} onClick={toggle}>
      <Icon name="speak" />
      <span>{speaking ? "Parar" : "Ouvir"}</span>
    </button>
  );
}
