import { Icon } from "#app/ui/icons.tsx";
import type { TextRef } from "../notes.schema.ts";
import { useWaitingNotes } from "../outbox.ts";
import styles from "./notes.module.css";

/** Notes that were written or changed without a connection, or refused when they arrived. @param of the text whose they are; all where it is absent */
export function WaitingNotes({ of }: { of?: TextRef }) {
  const waiting = useWaitingNotes().filter(({ note }) => !of || (note.kind === of.kind && note.textId === of.textId));
  return waiting.map(({ note, refusal, drop }) => (
    <section key={note.id} className={`note ${styles.unsent} no-print`} aria-label="Anotação ainda não guardada">
      <p role="status">
        <Icon name={refusal ? "alert" : "wait"} />{" "}
        {refusal ?? "Espera a conexão. Guarda-se sozinha quando a internet voltar, uma vez só."}
      </p>
      {note.quote && <blockquote className={styles.quote}>{note.quote}</blockquote>}
      {note.body && <p className={styles.body}>{note.body}</p>}
      <p className={styles.calls}>
        <button type="button" className="text-btn" onClick={drop}>
          Descartar
        </button>
      </p>
    </section>
  ));
}
