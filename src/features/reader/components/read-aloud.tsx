import { type RefObject, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { createPortal } from "react-dom";
import { useNavigate } from "react-router";
import { opening } from "#app/lib/text.ts";
import { Icon } from "#app/ui/icons.tsx";
import { followAttended, isAttended } from "../attended.ts";
import { goesOn, keepGoesOn, SPEEDS } from "../listening.ts";
import { useScreenAwake } from "../screen-awake.ts";
import { type Listening, type NextText, Voice } from "../voice.ts";
import styles from "./read-aloud.module.css";

type Props = {
  text: RefObject<HTMLElement | null>;
  /** Where listening may go on. */
  next?: NextText | undefined;
  /** Whether what is read of it counts, as of a lesson. */
  isCounted?: boolean;
  /** Of the button that begins it. */
  className: string | undefined;
};

/** The browser's own voice, and its player at the foot of the screen while it reads; absent where the browser has none. */
export function ReadAloud({ text, next, isCounted = false, className }: Props) {
  const navigate = useNavigate();
  const [voice] = useState(
    () =>
      new Voice(
        () => text.current,
        (path) => void navigate(path),
      ),
  );
  voice.next = next;
  const listening = useSyncExternalStore(voice.subscribe, voice.state, voice.state);
  useEffect(() => ("speechSynthesis" in window ? voice.mount() : undefined), [voice]);
  useScreenAwake(listening.is === "speaking" || listening.is === "ended");
  if (!("speechSynthesis" in window)) return null;
  const isSpeaking = listening.is === "speaking";
  return (
    <>
      <button type="button" className={className} onClick={isSpeaking ? voice.pause : voice.play}>
        <Icon name={isSpeaking ? "pause" : "speak"} />
        <span>{isSpeaking ? "Pausar" : "Ouvir"}</span>
      </button>
      {listening.is !== "silent" &&
        createPortal(<Player voice={voice} listening={listening} isCounted={isCounted} />, document.body)}
    </>
  );
}

type PlayerProps = { voice: Voice; listening: Listening; isCounted: boolean };

function Player({ voice, listening, isCounted }: PlayerProps) {
  const attended = useSyncExternalStore(followAttended, isAttended);
  const player = useRef<HTMLElement>(null);
  const { next } = voice;
  const isEnded = listening.is === "ended" && next !== undefined;
  // whoever does something on the page, as answer the lesson's question, stays
  useEffect(() => {
    if (!isEnded) return;
    const stay = ({ target }: Event) => {
      if (!(target instanceof Node && player.current?.contains(target))) voice.stop();
    };
    addEventListener("pointerdown", stay);
    addEventListener("keydown", stay);
    return () => {
      removeEventListener("pointerdown", stay);
      removeEventListener("keydown", stay);
    };
  }, [isEnded, voice]);
  return (
    <section ref={player} className={`${styles.player} no-print`} aria-label="Leitura em voz alta">
      {!listening.follows && !isEnded && (
        <button type="button" className={`btn btn-sm ${styles.back}`} onClick={voice.comeBack}>
          Voltar ao que se lê
        </button>
      )}
      {isEnded ? (
        <GoingOn voice={voice} next={next} seconds={listening.seconds} />
      ) : (
        <>
          {listening.wasCut && (
            <p className={styles.note} role="status">
              A voz parou quando a tela se apagou: este aparelho não a deixa continuar assim.
            </p>
          )}
          {isCounted && !attended && (
            <p className={styles.note}>O que se ouve só conta como lido depois que você tocar na página.</p>
          )}
          <Controls voice={voice} listening={listening} />
          {next && <FollowOn words={next.words} />}
        </>
      )}
    </section>
  );
}

function Controls({ voice, listening: { is, speed } }: Omit<PlayerProps, "isCounted">) {
  const isSpeaking = is === "speaking";
  return (
    <div className={styles.controls}>
      <button type="button" className={styles.control} aria-label="Parágrafo anterior" onClick={() => voice.step(-1)}>
        <Icon name="skip-back" />
      </button>
      <button
        type="button"
        className={`${styles.control} ${styles.main}`}
        aria-label={isSpeaking ? "Pausar a leitura" : "Continuar a leitura"}
        onClick={isSpeaking ? voice.pause : voice.play}
      >
        <Icon name={isSpeaking ? "pause" : "play"} />
      </button>
      <button type="button" className={styles.control} aria-label="Próximo parágrafo" onClick={() => voice.step(1)}>
        <Icon name="skip" />
      </button>
      <button
        type="button"
        className={styles.control}
        aria-label={`Velocidade da leitura: ${speedText(speed)}`}
        onClick={() => voice.setSpeed(SPEEDS[(SPEEDS.indexOf(speed) + 1) % SPEEDS.length]!)}
      >
        <span aria-hidden="true">{speedText(speed)}×</span>
      </button>
      <button type="button" className={styles.control} aria-label="Parar de ouvir" onClick={voice.stop}>
        <Icon name="stop" />
      </button>
    </div>
  );
}

/** Kept on this device; it goes on only for those who chose so. */
function FollowOn({ words }: { words: string }) {
  const [on, setOn] = useState(goesOn);
  return (
    <label className={`tick ${styles.follow}`}>
      <input
        type="checkbox"
        checked={on}
        onChange={({ target }) => {
          setOn(target.checked);
          keepGoesOn(target.checked);
        }}
      />
      <span>Seguir para {words}</span>
    </label>
  );
}

const GoingOn = ({ voice, next, seconds }: { voice: Voice; next: NextText; seconds: number }) => (
  <div className={styles.ended}>
    <p role="status">
      {opening(next.words)} começa em seguida: <b>{next.title}</b>
    </p>
    <span className="osf" aria-hidden="true">
      {seconds} s
    </span>
    <button type="button" className="btn btn-sm" onClick={() => voice.goOn("hand")}>
      Começar já
    </button>
    <button type="button" className="btn btn-2 btn-sm" onClick={voice.stop}>
      Ficar aqui
    </button>
  </div>
);

const speedText = (speed: number) => String(speed).replace(".", ",");
