/** What the page asks of whichever editor is open. */
export type EditorHandle = {
  /** Shows a text that did not come from this editor; the cursor stays where it is. */
  setText: (text: string) => void;
  /** Puts something in the place of the selection. @param make gives it, and what of it is selected then */
  insert: (make: (selected: string) => { text: string; select?: [number, number] }) => void;
  append: (text: string) => void;
  /** Goes to a passage and selects it. */
  show: (passage: string) => void;
  mark: (passages: string[]) => void;
  close: () => void;
};
