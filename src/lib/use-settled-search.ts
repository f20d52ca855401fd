import { useEffect, useState } from "react";
import { searchProblem } from "./search.ts";

/** A pause in typing after which the search goes out. */
const TYPING_PAUSE_MS = 250;

/** What was typed, once the typing has paused; a text that is too long changes nothing. */
export function useSettledSearch(typed: string): string {
  const [settled, setSettled] = useState(searchProblem(typed) ? "" : typed);
  useEffect(() => {
    if (searchProblem(typed)) return;
    const timer = setTimeout(() => setSettled(typed), typed ? TYPING_PAUSE_MS : 0);
    return () => clearTimeout(timer);
  }, [typed]);
  return settled;
}
