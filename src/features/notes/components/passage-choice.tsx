import { useEffect, useState } from "react";
import { useBackCloses } from "#app/ui/back-closes.ts";
import { Button } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icons.tsx";
import { type Anchor, anchorOf } from "../anchor.policy.ts";
import { COLOUR_LABEL, NOTE_COLOURS } from "../colours.ts";
import { useCreateNote } from "../notes.queries.ts";
import type { Annotating } from "./annotate-button.tsx";
import { COLOUR_CLASS } from "./colour-class.tsx";
import styles from "./notes.module.css";
import { blocksIn, selectedPassage } from "./passages.ts";

/** While a paragraph is being chosen each one is a button, for the keyboard too; a press anywhere else in the text does nothing. */
export function Choosing({ annotating: { text, begin, setChoosing } }: { annotating: Annotating }) {
  useBackCloses(true, () => setChoosing(false));
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
export function SelectionBar({ annotating: { text, begin, of } }: { annotating: Annotating }) {
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
