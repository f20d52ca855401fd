import { type ReactNode, useState } from "react";
import { Button } from "#app/ui/button.tsx";
import { toastFailure } from "#app/ui/toasts.tsx";
import styles from "./moving.module.css";

type Wanted = {
  /** Null for what has no place. */
  place: number | null;
  places: number;
  putDown: (at: number, answered: { onSuccess: (_: unknown, here: boolean) => void; onError: (error: Error) => void }) => void;
  /** What is said where it stays where it was. */
  failed: string;
};

export type Moving = ReturnType<typeof useMoving>;

/** Something in a list that is lifted, carried up and down, and put down at another place. */
export function useMoving({ place, places, putDown, failed }: Wanted) {
  const [lifted, setLifted] = useState<number | null>(null);
  return {
    place,
    places,
    lifted,
    lift: () => setLifted(place),
    leave: () => setLifted(null),
    shift: (by: number) => setLifted((at) => Math.min(places, Math.max(1, (at ?? place!) + by))),
    putDown: () => {
      if (lifted === null || lifted === place) return setLifted(null);
      putDown(lifted, {
        onSuccess: (_, here) => here && setLifted(null),
        onError: (error) => toastFailure(failed, error),
      });
    },
  };
}

/** The handle by which something is moved: pressed, then carried by the arrow keys or by the buttons of `MovingBar`. */
export function Grip({ moving, disabled, name }: { moving: Moving; disabled: boolean; name: string }) {
  const { place, places, lifted, lift, leave, shift, putDown } = moving;
  return (
    <button
      type="button"
      className={styles.grip}
      disabled={disabled}
      aria-pressed={lifted !== null}
      aria-label={`Mover ${name}, ${place ?? "sem lugar"} de ${places}`}
      onClick={() => (lifted === null ? lift() : putDown())}
      onKeyDown={(event) => {
        if (lifted === null) return;
        if (event.key === "ArrowUp" || event.key === "ArrowDown") {
          event.preventDefault();
          shift(event.key === "ArrowUp" ? -1 : 1);
        } else if (event.key === "Escape") leave();
      }}
    >
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path
          d="M9 6.500v.1M15 6.500v.1M9 12v.1M15 12v.1M9 17.500v.1M15 17.500v.1"
          fill="none"
          stroke="currentColor"
          strokeWidth="2.6"
          strokeLinecap="round"
        />
      </svg>
    </button>
  );
}

/** Where the thing is being carried, and the buttons that carry it. @param children what the move does to readers */
export function MovingBar({ moving, busy, children }: { moving: Moving; busy: boolean; children: ReactNode }) {
  const { place, places, lifted, leave, shift, putDown } = moving;
  if (lifted === null) return null;
  return (
    <div className={styles.moving}>
      <p role="status">
        <b>
          Da posição {place} para a {lifted}.
        </b>{" "}
        {children}
      </p>
      <Button small look="secondary" onClick={() => shift(-1)} disabled={lifted <= 1}>
        Subir
      </Button>
      <Button small look="secondary" onClick={() => shift(1)} disabled={lifted >= places}>
        Descer
      </Button>
      <Button small onClick={putDown} busy={busy} busyLabel="Assentando...">
        Assentar aqui
      </Button>
      <button type="button" className="quiet" onClick={leave}>
        Desfazer
      </button>
    </div>
  );
}
