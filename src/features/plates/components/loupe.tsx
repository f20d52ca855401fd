import { type CSSProperties, useEffect, useLayoutEffect, useRef, useState } from "react";
import { Icon } from "#app/ui/icons.tsx";
import styles from "./loupe.module.css";

const STEPS = [1, 1.5, 2, 3, 4, 6];
const LARGEST = STEPS.at(-1)!;
const TURNS: Record<string, -1 | 1> = { ArrowLeft: -1, ArrowRight: 1 };

/** Where on the box the drawing stays still while its size changes. */
type Spot = { x: number; y: number };

type Props = {
  /** Of the drawing: markup from the server's own files. */
  svg: string;
  /** What it is called by who does not see it. */
  label: string;
  /** Whether keys that are pressed elsewhere on the page are for it, too. */
  alone: boolean;
  /** Of a drawing that is whole: the keys ← and →. */
  onTurn?: ((by: -1 | 1) => void) | undefined;
};

/**
 * A drawing that is made larger: by buttons, by two fingers, by the keys + − 0, and with Ctrl by the wheel, which is what the fingers on a
 * computer's pad send. Enlarged it is moved as any box that scrolls is.
 */
export function Loupe({ svg, label, alone, onTurn }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState(1);
  const now = useRef(1);
  /** What is to be where after the size has changed: a place of the drawing, from 0 to 1, and of the box. */
  const held = useRef<{ on: Spot; at: Spot }>(undefined);

  const enlarge = (wanted: number, at?: Spot) => {
    const element = box.current!;
    const next = Math.min(LARGEST, Math.max(1, wanted));
    const spot = at ?? { x: element.clientWidth / 2, y: element.clientHeight / 2 };
    held.current = {
      on: {
        x: (element.scrollLeft + spot.x) / element.scrollWidth,
        y: (element.scrollTop + spot.y) / element.scrollHeight,
      },
      at: spot,
    };
    now.current = next;
    setSize(next);
  };
  const step = (by: -1 | 1) => {
    const wider = STEPS.filter((each) => (by > 0 ? each > now.current + 0.01 : each < now.current - 0.01));
    enlarge((by > 0 ? wider[0] : wider.at(-1)) ?? now.current);
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: when the size has changed
  useLayoutEffect(() => {
    const element = box.current!;
    if (!held.current) return;
    const { on, at } = held.current;
    element.scrollTo(on.x * element.scrollWidth - at.x, on.y * element.scrollHeight - at.y);
  }, [size]);

  const press = (event: Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey" | "preventDefault">) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { key } = event;
    const turn = TURNS[key];
    if (key === "+" || key === "=") step(1);
    else if (key === "-") step(-1);
    else if (key === "0") enlarge(1);
    else if (turn && onTurn && now.current === 1) onTurn(turn);
    else return;
    event.preventDefault();
  };
  const acts = useRef({ press, enlarge });
  acts.current = { press, enlarge };

  useEffect(() => {
    if (!alone) return;
    const onKey = (event: KeyboardEvent) => {
      const typed = event.target instanceof Element && event.target.closest("input, select, textarea, [role='tab'], dialog");
      if (!typed && !event.defaultPrevented) acts.current.press(event);
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [alone]);

  // as these say no to what the browser would do, they cannot be listened to by React, whose listeners are passive
  useEffect(() => {
    const element = box.current!;
    let begun: { apart: number; size: number } | undefined;
    const between = ({ touches: [one, other] }: TouchEvent) => {
      const { left, top } = element.getBoundingClientRect();
      const apart = Math.hypot(one!.clientX - other!.clientX, one!.clientY - other!.clientY);
      return {
        apart,
        spot: { x: (one!.clientX + other!.clientX) / 2 - left, y: (one!.clientY + other!.clientY) / 2 - top },
      };
    };
    const onTouch = (event: TouchEvent) => {
      begun = event.touches.length === 2 ? { apart: between(event).apart, size: now.current } : undefined;
    };
    const onMove = (event: TouchEvent) => {
      if (!begun || event.touches.length !== 2) return;
      event.preventDefault();
      const { apart, spot } = between(event);
      acts.current.enlarge((begun.size * apart) / begun.apart, spot);
    };
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      const { left, top } = element.getBoundingClientRect();
      const spot = { x: event.clientX - left, y: event.clientY - top };
      acts.current.enlarge(now.current * Math.exp(-event.deltaY / 200), spot);
    };
    element.addEventListener("touchstart", onTouch, { passive: true });
    element.addEventListener("touchmove", onMove, { passive: false });
    element.addEventListener("wheel", onWheel, { passive: false });
    return () => {
      element.removeEventListener("touchstart", onTouch);
      element.removeEventListener("touchmove", onMove);
      element.removeEventListener("wheel", onWheel);
    };
  }, []);

  const [, , width = 4, height = 3] = (/viewBox="([^"]+)"/.exec(svg)?.[1] ?? "").split(" ").map(Number);
  return (
    <div className={styles.loupe}>
      <div className={`${styles.bar} no-print`}>
        <fieldset className={styles.sizes} aria-label="Tamanho">
          <button type="button" className="icon-btn" aria-label="Diminuir" aria-disabled={size === 1} onClick={() => step(-1)}>
            <Icon name="minus" />
          </button>
          <output className="osf">{size.toLocaleString("pt-BR", { maximumFractionDigits: 1 })}×</output>
          <button
            type="button"
            className="icon-btn"
            aria-label="Aumentar"
            aria-disabled={size === LARGEST}
            onClick={() => step(1)}
          >
            <Icon name="plus" />
          </button>
        </fieldset>
        <button type="button" className="text-btn" aria-disabled={size === 1} onClick={() => enlarge(1)}>
          Inteira
        </button>
      </div>
      <section
        ref={box}
        className={styles.box}
        style={{ "--ratio": width / height, "--size": size } as CSSProperties}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keys must reach it
        tabIndex={0}
        aria-label={size > 1 ? "Prancha ampliada; as setas a movem" : "Prancha inteira; + a amplia"}
        onKeyDown={(event) => {
          if (alone) return;
          press(event);
        }}
      >
        <div
          className={styles.sheet}
          role="img"
          aria-label={label}
          // biome-ignore lint/security/noDangerouslySetInnerHtml: a drawing of the academy's own files, checked by content:check
          dangerouslySetInnerHTML={{ __html: svg }}
        />
      </section>
    </div>
  );
}
