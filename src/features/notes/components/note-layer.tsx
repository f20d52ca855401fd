import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { Button } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icons.tsx";
import { type Anchor, anchorOf, findPassage } from "../anchor.ts";
import type { Note } from "../notes.answers.ts";
import { useCreateNote, useNotesOfText } from "../notes.queries.ts";
import { COLOUR_LABEL, NOTE_COLOURS, type NoteColour, type TextRef } from "../notes.schema.ts";
import { useDeleteWithUndo } from "../use-delete-note.ts";
import { COLOUR_CLASS } from "./colour-class.tsx";
import { forgetUnsent, type KnownNote, type NewNote, NoteDialog, unsentNote } from "./note-dialog.tsx";
import styles from "./notes.module.css";
import { type Block, blocksIn, rangeOf, selectedPassage } from "./passages.ts";

type Placed = { note: Note; revised: boolean; slot: HTMLElement };

/** Annotating one text: its button is among the reading tools, the rest (`NoteLayer`) after the text. */
export type Annotating = {
  /** The next press of a paragraph chooses it. */
  choosing: boolean;
  setChoosing: (choosing: boolean) => void;
  writing: NewNote | KnownNote | undefined;
  write: (note: NewNote | KnownNote | undefined) => void;
  begin: (anchor: Anchor) => void;
  text: RefObject<HTMLElement | null>;
  of: TextRef;
};

/** @param text the element that holds it */
export function useAnnotating({ kind, textId }: TextRef, text: RefObject<HTMLElement | null>): Annotating {
  const [choosing, setChoosing] = useState(false);
  const [writing, write] = useState<NewNote | KnownNote>();
  const begin = useCallback(
    (anchor: Anchor) => {
      setChoosing(false);
      write({ id: crypto.randomUUID(), kind, textId, ...anchor });
    },
    [kind, textId],
  );
  return { choosing, setChoosing, writing, write, begin, text, of: { kind, textId } };
}

/**
 * Annotates what is selected; with nothing selected, the paragraph that is pressed next. A press of the text alone opens nothing, so
 * that who scrolls with the thumb opens nothing by mistake.
 */
export function AnnotateButton({ annotating, className }: { annotating: Annotating; className: string | undefined }) {
  const { choosing, setChoosing, begin, text } = annotating;
  const selected = useRef<Anchor>(undefined);
  const look = () => {
    selected.current = text.current ? selectedPassage(blocksIn(text.current), getSelection()) : undefined;
  };
  return (
    <button
      type="button"
      className={className}
      aria-pressed={choosing}
      onPointerDown={look}
      onKeyDown={look}
      onClick={() => {
        const passage = selected.current;
        selected.current = undefined;
        if (passage) begin(passage);
        else setChoosing(!choosing);
      }}
    >
      <Icon name="note" />
      <span>Anotar</span>
    </button>
  );
}

/** The notes of a text: their marks in it, the ways to write one, and those whose passage went. */
export function NoteLayer({ annotating, html }: { annotating: Annotating /** Changes with the text. */; html: string }) {
  const { choosing, writing, write, of, text } = annotating;
  const notes = useNotesOfText(of).data?.notes;
  const { placed, gone } = usePlacedNotes(text, notes, html);
  const remove = useDeleteWithUndo();
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
      {gone.length > 0 && <Gone notes={gone} onOpen={write} />}
      {writing && (
        <NoteDialog
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

const ofSlots = (nodes: NodeList) => [...nodes].every((node) => node instanceof HTMLElement && node.dataset.note !== undefined);

/** Counts how often the text's elements were made again, as when another version of a document is shown. */
function useTextChanges(text: RefObject<HTMLElement | null>): number {
  const [changes, setChanges] = useState(0);
  useEffect(() => {
    const observer = new MutationObserver((records) => {
      const foreign = records.some(
        ({ target, addedNodes, removedNodes }) =>
          !(target instanceof HTMLElement && target.closest("[data-note]")) && !(ofSlots(addedNodes) && ofSlots(removedNodes)),
      );
      if (foreign) setChanges((count) => count + 1);
    });
    observer.observe(text.current!, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [text]);
  return changes;
}

/** Finds the notes' passages on the page, shows them in their colours, and makes room for a mark at the end of each one's paragraph. */
function usePlacedNotes(text: RefObject<HTMLElement | null>, notes: Note[] | undefined, html: string) {
  const [found, setFound] = useState<{ placed: Placed[]; gone: Note[] }>({ placed: [], gone: [] });
  const changes = useTextChanges(text);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text, or another state of it, has other elements
  useEffect(() => {
    if (!notes || !text.current) return;
    const blocks = blocksIn(text.current);
    const paragraphs = blocks.map((block) => block.text);
    const placed: Placed[] = [];
    const gone: Note[] = [];
    const ranges: Record<NoteColour, Range[]> = { gold: [], blue: [], rose: [] };
    for (const note of notes) {
      const place = findPassage(paragraphs, note);
      const block = place && blocks[place.block];
      if (!block) {
        gone.push(note);
        continue;
      }
      const range = place.exact && rangeOf(block, place.start, place.end);
      if (range) ranges[note.colour].push(range);
      placed.push({ note, revised: !place.exact, slot: slotIn(block) });
    }
    for (const colour of NOTE_COLOURS) CSS.highlights?.set(`note-${colour}`, new Highlight(...ranges[colour]));
    setFound({ placed, gone });
    return () => {
      for (const { slot } of placed) slot.remove();
      for (const colour of NOTE_COLOURS) CSS.highlights?.delete(`note-${colour}`);
    };
  }, [text, notes, html, changes]);
  return found;
}

function slotIn({ element }: Block): HTMLElement {
  const slot = document.createElement("span");
  slot.dataset.note = "";
  slot.className = "no-print";
  element.append(slot);
  return slot;
}

/** While a paragraph is being chosen each one is a button, for the keyboard too; a press anywhere else in the text does nothing. */
function Choosing({ annotating: { text, begin, setChoosing } }: { annotating: Annotating }) {
  useEffect(() => {
    const root = text.current!;
    const blocks = blocksIn(root);
    const choose = (event: Event) => {
      const position = blocks.findIndex(({ element }) => element.contains(event.target as Node));
      event.preventDefault();
      event.stopPropagation();
      if (position >= 0) begin(anchorOf(blocks[position]!.text, position));
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key === "Escape") setChoosing(false);
      else if ((event.key === "Enter" || event.key === " ") && root.contains(event.target as Node)) choose(event);
    };
    root.classList.add(styles.choosing!);
    for (const { element } of blocks) {
      element.tabIndex = 0;
      element.role = "button";
    }
    root.addEventListener("click", choose, true);
    document.addEventListener("keydown", onKey);
    return () => {
      root.classList.remove(styles.choosing!);
      for (const { element } of blocks) {
        element.removeAttribute("tabindex");
        element.removeAttribute("role");
      }
      root.removeEventListener("click", choose, true);
      document.removeEventListener("keydown", onKey);
    };
  }, [text, begin, setChoosing]);
  return (
    <div className={`${styles.hint} no-print`} role="status">
      <span>Toque no parágrafo que quer anotar.</span>
      <Button look="secondary" small onClick={() => setChoosing(false)}>
        Cancelar
      </Button>
    </div>
  );
}

/** Beside a passage selected with the mouse: its colours, and the way to write. A finger's selection has the device's own menu; there the tools' button serves. */
function SelectionBar({ annotating: { text, begin, of } }: { annotating: Annotating }) {
  const [selected, setSelected] = useState<{ anchor: Anchor; top: number; left: number }>();
  const create = useCreateNote();
  useEffect(() => {
    if (!matchMedia("(pointer: fine)").matches) return;
    const look = () => {
      const selection = getSelection();
      const anchor = text.current ? selectedPassage(blocksIn(text.current), selection) : undefined;
      const box = anchor && selection!.getRangeAt(0).getBoundingClientRect();
      setSelected(anchor && box && { anchor, top: box.top, left: box.left + box.width / 2 });
    };
    const clear = () => setSelected(undefined);
    const onUp = ({ target }: Event) => {
      if (!(target instanceof Element && target.closest(`.${styles.bar}`))) setTimeout(look); // the click first takes the selection back
    };
    document.addEventListener("pointerup", onUp);
    document.addEventListener("keydown", clear);
    window.addEventListener("scroll", clear, { passive: true });
    return () => {
      document.removeEventListener("pointerup", onUp);
      document.removeEventListener("keydown", clear);
      window.removeEventListener("scroll", clear);
    };
  }, [text]);
  if (!selected) return null;
  const done = () => {
    getSelection()?.removeAllRanges();
    setSelected(undefined);
  };
  const { anchor, top, left } = selected;
  return (
    <div
      className={`${styles.bar} no-print`}
      role="toolbar"
      aria-label="Trecho selecionado"
      style={{ top: Math.max(8, top - 60), left }}
    >
      {NOTE_COLOURS.map((colour) => (
        <button
          key={colour}
          type="button"
          className={`${styles.swatch} ${COLOUR_CLASS[colour]}`}
          aria-label={`Marcar em ${COLOUR_LABEL[colour].toLowerCase()}`}
          onClick={() => {
            create.mutate({ id: crypto.randomUUID(), ...of, ...anchor, colour, body: "" }, { onError: () => begin(anchor) });
            done();
          }}
        />
      ))}
      <button
        type="button"
        className={styles.barButton}
        onClick={() => {
          begin(anchor);
          done();
        }}
      >
        <Icon name="note" />
        Anotar
      </button>
    </div>
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
