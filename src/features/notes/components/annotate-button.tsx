import { type RefObject, useCallback, useRef, useState } from "react";
import { Icon } from "#app/ui/icons.tsx";
import type { Anchor } from "../anchor.policy.ts";
import type { KnownNote, NewNote } from "../note-drafts.ts";
import type { TextRef } from "../notes.schema.ts";
import { blocksIn, selectedPassage } from "./passages.ts";

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
