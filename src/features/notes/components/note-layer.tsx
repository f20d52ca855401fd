import { useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { OFFLINE } from "#app/lib/api.ts";
import { Button } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icons.tsx";
import { toastFailure } from "#app/ui/toasts.tsx";
import { COLOUR_LABEL } from "../colours.ts";
import { forgetUnsent, unsentNote } from "../note-drafts.ts";
import type { Note } from "../notes.answers.ts";
import { useNotesOfText } from "../notes.queries.ts";
import { useDeleteWithUndo } from "../use-delete-note.ts";
import type { Annotating } from "./annotate-button.tsx";
import { COLOUR_CLASS } from "./colour-class.tsx";
import type { NoteDialog } from "./note-dialog.tsx";
import styles from "./notes.module.css";
import { Choosing, SelectionBar } from "./passage-choice.tsx";
import { usePlacedNotes } from "./use-placed-notes.ts";
import { useSoughtPassage } from "./use-sought-passage.ts";
import { WaitingNotes } from "./waiting-notes.tsx";

/** The notes of a text: their marks in it, the ways to write one, and those whose passage went. */
export function NoteLayer({ annotating, html }: { annotating: Annotating /** Changes with the text. */; html: string }) {
  const { choosing, writing, write, of, text } = annotating;
  const notes = useNotesOfText(of).data?.notes;
  const { placed, gone } = usePlacedNotes(text, notes, html);
  useSoughtPassage(text, html);
  const remove = useDeleteWithUndo();
  const Dialog = useNoteDialog(writing !== undefined);
  const about =
    writing &&
    [
      placed.find(({ note }) => note.id === writing.id)?.revised && "O trecho foi revisto depois desta anotação. Ele dizia:",
      gone.some(({ id }) => id === writing.id) && "Este trecho já não está no texto. Ele dizia:",
    ].find(Boolean);
  return (
    <>
      {placed.map(({ note, revised, slot }) =>
        createPortal(<Mark note={note} revised={revised} onOpen={() => write(note)} />, slot, note.id),
      )}
      {choosing && <Choosing annotating={annotating} />}
      <SelectionBar annotating={annotating} />
      <Unsent annotating={annotating} />
      <WaitingNotes of={of} />
      {gone.length > 0 && <Gone notes={gone} onOpen={write} />}
      {writing && Dialog && (
        <Dialog
          key={writing.id}
          note={writing}
          about={about || undefined}
          onClose={() => write(undefined)}
          onDelete={
            "version" in writing
              ? () => {
                  write(undefined);
                  remove(writing.id);
                }
              : undefined
          }
        />
      )}
    </>
  );
}

/** The dialog, which brings the library of forms: it is fetched when the text is there, not before. */
function useNoteDialog(wanted: boolean): typeof NoteDialog | undefined {
  const [Dialog, setDialog] = useState<typeof NoteDialog>();
  useEffect(() => {
    if (Dialog) return;
    import("./note-dialog.tsx").then(
      (module) => setDialog(() => module.NoteDialog),
      () => wanted && toastFailure("Não foi possível abrir a anotação", OFFLINE),
    );
  }, [Dialog, wanted]);
  return Dialog;
}

function Mark({ note, revised, onOpen }: { note: Note; revised: boolean; onOpen: () => void }) {
  const words = note.body
    ? `Sua anotação: ${note.body.slice(0, 80)}`
    : `Trecho marcado em ${COLOUR_LABEL[note.colour].toLowerCase()}`;
  return (
    <button
      type="button"
      className={`${styles.mark} ${COLOUR_CLASS[note.colour]} ${revised ? styles.revised : ""}`}
      aria-label={revised ? `${words} (o trecho foi revisto)` : words}
      onClick={(event) => {
        event.stopPropagation();
        onOpen();
      }}
    >
      <Icon name={note.body ? "note" : "mark"} />
    </button>
  );
}

/** A note that was begun here and not sent. */
function Unsent({ annotating: { of, write, writing } }: { annotating: Annotating }) {
  const [, again] = useState(0);
  const note = writing ? undefined : unsentNote(of);
  if (!note) return null;
  return (
    <div className={`note ${styles.unsent} no-print`}>
      <p>Há uma anotação começada que ainda não foi guardada.</p>
      <p className={styles.calls}>
        <Button small onClick={() => write(note)}>
          Continuar
        </Button>
        <Button
          look="secondary"
          small
          onClick={() => {
            forgetUnsent(note);
            again((count) => count + 1);
          }}
        >
          Descartar
        </Button>
      </p>
    </div>
  );
}

function Gone({ notes, onOpen }: { notes: Note[]; onOpen: (note: Note) => void }) {
  return (
    <section className={`${styles.gone} no-print`} aria-labelledby="t-sem-trecho">
      <h2 className="caps" id="t-sem-trecho">
        Anotações sem trecho
      </h2>
      <p className="meta">O texto foi revisto, e o trecho destas anotações já não está nele.</p>
      <ul>
        {notes.map((note) => (
          <li key={note.id}>
            <blockquote className={styles.quote}>{note.quote}</blockquote>
            {note.body && <p className={styles.body}>{note.body}</p>}
            <Button look="secondary" small onClick={() => onOpen(note)}>
              Abrir a anotação
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
