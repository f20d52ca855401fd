import { useState } from "react";
import { draftOf, forgetDraft, keepDraft } from "#app/lib/drafts.ts";

/** What is typed into a dialog, kept in the tab until it is sent: a press beside the dialog, Back and Reload lose none of it. */
export function useKeptWords(name: string, initial = "") {
  const [words, setWords] = useState(() => draftOf<string>(name) ?? initial);
  const write = (next: string) => {
    setWords(next);
    if (next.trim() === initial) forgetDraft(name);
    else keepDraft(name, next);
  };
  return { words, write, forget: () => forgetDraft(name) };
}
