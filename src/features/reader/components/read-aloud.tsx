import { type RefObject, useEffect, useRef, useState } from "react";
import { Icon } from "#app/ui/icons.tsx";
import { toastError } from "#app/ui/toasts.tsx";
import styles from "./reader.module.css";

const SPEEDS = [0.8, 1, 1.25, 1.5] as const;
const STORED = "velocidade-da-leitura";

/** Of the text that was listened to last: its address, and the piece that was being read. */
const HEARD = "ouvido-ate";

/** Where listening stopped the last time, on a page that was just opened and where that is on the screen; else what the screen shows first. */
function firstOf(pieces: HTMLElement[]): number {
  const [path, at] = localStorage.getItem(HEARD)?.split(" ") ?? [];
  const heard = path === location.pathname ? pieces[Number(at)]?.getBoundingClientRect() : undefined;
  if (heard && (window.scrollY < 50 || (heard.bottom > 0 && heard.top < window.innerHeight))) return Number(at);
  const first = pieces.findIndex((piece) => piece.getBoundingClientRect().top >= 0);
  return Math.max(0, first);
}

/** What is read aloud, one piece at a time: browsers cut long utterances. */
const PIECES = "p, h2, h3, li, figcaption";

/** A voice that is there has begun to speak by then. */
const BEGINS_WITHIN_MS = 5_000;

const storedSpeed = (): number => SPEEDS.find((speed) => speed === Number(localStorage.getItem(STORED))) ?? 1;

/** The browser's own voice; absent where the browser has none. It begins at what the screen shows, and goes on where it stopped. */
export function ReadAloud({ text }: { text: RefObject<HTMLElement | null> }) {
  const [state, setState] = useState<"silent" | "speaking" | "paused">("silent");
  const [speed, setSpeed] = useState(storedSpeed);
  /** `turn` distinguishes the current utterance from one that was cut off, whose end must not lead to the next piece. */
  const voice = useRef({
    pieces: [] as HTMLElement[],
    at: 0,
    rate: speed,
    turn: 0,
    begins: undefined as ReturnType<typeof setTimeout> | undefined,
  });

  useEffect(
    () => () => {
      clearTimeout(voice.current.begins);
      window.speechSynthesis?.cancel();
    },
    [],
  );
  if (!("speechSynthesis" in window)) return null;

  const speak = () => {
    const { pieces, at, rate } = voice.current;
    const piece = pieces[at];
    if (!piece) {
      localStorage.removeItem(HEARD); // heard to its end
      return setState("silent");
    }
    setState("speaking");
    localStorage.setItem(HEARD, `${location.pathname} ${at}`);
    piece.scrollIntoView({ block: "center" });
    const utterance = new SpeechSynthesisUtterance(piece.textContent);
    utterance.lang = "pt-BR";
    utterance.rate = rate;
    voice.current.turn += 1;
    const { turn } = voice.current;
    const isCurrent = () => turn === voice.current.turn;
    utterance.onstart = () => clearTimeout(voice.current.begins);
    utterance.onerror = () => isCurrent() && giveUp();
    voice.current.begins = setTimeout(() => isCurrent() && giveUp(), BEGINS_WITHIN_MS);
    utterance.onend = () => {
      if (!isCurrent()) return;
      clearTimeout(voice.current.begins);
      voice.current.at = at + 1;
      speak();
    };
    window.speechSynthesis.speak(utterance);
  };
  /** Nothing was heard: some phones have the interface and no voice, and many of them say nothing of it either. */
  const giveUp = () => {
    stop();
    toastError(
      "Este aparelho não leu o texto",
      "Talvez não tenha uma voz em português: instale-a nos ajustes do aparelho, em leitura ou texto em voz alta.",
    );
  };
  const stop = () => {
    hush();
    setState("silent");
  };
  const hush = () => {
    clearTimeout(voice.current.begins);
    voice.current.turn += 1;
    window.speechSynthesis.cancel();
  };
  const begin = () => {
    const pieces = [...(text.current?.querySelectorAll<HTMLElement>(PIECES) ?? [])].filter(
      (piece) => !piece.parentElement?.closest("li, figcaption") && piece.checkVisibility(), // not what is folded away
    );
    voice.current = { ...voice.current, pieces, at: firstOf(pieces), rate: speed };
    speak();
  };
  const onSpeed = () => {
    const next = SPEEDS[(SPEEDS.indexOf(speed as (typeof SPEEDS)[number]) + 1) % SPEEDS.length]!;
    setSpeed(next);
    localStorage.setItem(STORED, String(next));
    voice.current.rate = next;
    if (state === "speaking") {
      hush();
      speak();
    }
  };
  return (
    <>
      {state === "speaking" ? (
        <button
          type="button"
          className={styles.tool}
          onClick={() => {
            hush();
            setState("paused");
          }}
        >
          <Icon name="speak" />
          <span>Pausar</span>
        </button>
      ) : (
        <button type="button" className={styles.tool} onClick={state === "paused" ? speak : begin}>
          <Icon name="speak" />
          <span>{state === "paused" ? "Continuar" : "Ouvir"}</span>
        </button>
      )}
      {state !== "silent" && (
        <>
          <button type="button" className={`${styles.tool} ${styles.heard}`} aria-label="Parar de ouvir" onClick={stop}>
            <Icon name="stop" />
          </button>
          <button
            type="button"
            className={`${styles.tool} ${styles.heard}`}
            aria-label={`Velocidade da leitura: ${speedText(speed)}`}
            onClick={onSpeed}
          >
            <span aria-hidden="true">{speedText(speed)}×</span>
          </button>
        </>
      )}
    </>
  );
}

const speedText = (speed: number) => String(speed).replace(".", ",");
