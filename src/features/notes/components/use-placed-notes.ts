import { type RefObject, useEffect, useState } from "react";
import { passageFinder } from "../anchor.policy.ts";
import { NOTE_COLOURS, type NoteColour } from "../colours.ts";
import type { Note } from "../notes.answers.ts";
import { type Block, blocksIn, rangeOf } from "./passages.ts";

type Placed = { note: Note; revised: boolean; slot: HTMLElement };

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
export function usePlacedNotes(text: RefObject<HTMLElement | null>, notes: Note[] | undefined, html: string) {
  const [found, setFound] = useState<{ placed: Placed[]; gone: Note[] }>({ placed: [], gone: [] });
  const changes = useTextChanges(text);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text, or another state of it, has other elements
  useEffect(() => {
    if (!notes || !text.current) return;
    const blocks = blocksIn(text.current);
    const find = passageFinder(blocks.map((block) => block.text));
    const placed: Placed[] = [];
    const gone: Note[] = [];
    const ranges: Record<NoteColour, Range[]> = { gold: [], blue: [], rose: [] };
    for (const note of notes) {
      const place = find(note);
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
