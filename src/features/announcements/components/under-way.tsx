import type { CSSProperties } from "react";
import { hourAndMinute } from "#app/lib/format.ts";
import { plural } from "#app/lib/text.ts";
import { Button } from "#app/ui/button.tsx";
import { toastFailure } from "#app/ui/toasts.tsx";
import type { ManagedAnnouncement } from "../announcements.answers.ts";
import { useMoveAnnouncement } from "../announcements.queries.ts";
import styles from "../pages/letters.module.css";
import { toWhom, whenInWords } from "../words.ts";

const HEADS = { scheduled: "Marcada", sending: "A caminho", paused: "Pausada" };

/** An announcement that waits for its hour, is being sent, or is held. */
export function UnderWay({ announcement }: { announcement: ManagedAnnouncement & { state: keyof typeof HEADS } }) {
  const move = useMoveAnnouncement();
  const { id, title, to, state, letters, lastLeavesAt } = announcement;
  const { waiting, written, delivered, returned } = letters;
  const due = waiting + written + delivered + returned;
  const gone = due - waiting;
  const isDue = new Date(announcement.at) <= new Date();
  const act = (wanted: "pause" | "resume") =>
    move.mutate({ id, act: wanted }, { onError: (error) => toastFailure("Nada mudou.", error) });
  return (
    <section className={styles.run} aria-labelledby={`caminho-${id}`}>
      <div className="ruled-head">
        <h2 id={`caminho-${id}`}>{HEADS[state]}</h2>
        <p className="meta">
          “{title}”, {toWhom(to)}
        </p>
      </div>
      {due > 0 && (
        <div
          className="gauge-sm"
          style={{ "--v": (gone / due) * 100, "--n": 24 } as CSSProperties}
          role="progressbar"
          aria-label="Cartas escritas"
          aria-valuemin={0}
          aria-valuemax={due}
          aria-valuenow={gone}
          aria-valuetext={`${gone} de ${due}`}
        />
      )}
      <p className={styles.big}>
        {state === "scheduled"
          ? isDue
            ? "Começa em instantes."
            : `Sai em ${whenInWords(announcement)}.`
          : due === 0
            ? "Só aviso, sem carta."
            : `${gone.toLocaleString("pt-BR")} de ${due.toLocaleString("pt-BR")}.`}
        {lastLeavesAt && ` A última sai por volta das ${hourAndMinute(new Date(lastLeavesAt))}.`}
        {state === "sending" && due > 0 && waiting === 0 && " Todas estão escritas; o correio leva as que faltam."}
      </p>
      <div className={styles.acts}>
        <Button
          small
          look="secondary"
          busy={move.isPending}
          busyLabel={state === "paused" ? "Retomando..." : "Pausando..."}
          onClick={() => act(state === "paused" ? "resume" : "pause")}
        >
          {state === "paused" ? "Retomar" : "Pausar"}
        </Button>
        <p className="meta">
          {state === "paused"
            ? "Retomar escreve aos que faltam, e a mais ninguém."
            : `Pausar segura ${waiting > 0 ? plural(waiting, "carta que falta", "cartas que faltam") : "o que falta"}. Carta saída não volta.`}
        </p>
      </div>
    </section>
  );
}
