import { useEffect, useRef, useState } from "react";
import { useSearchParams } from "react-router";
import { searchProblem } from "#app/lib/search.ts";
import { useHydrated } from "#app/lib/use-hydrated.ts";
import { type ListState, readAddress, START, writeAddress } from "./dictionary.search.ts";

/** Long enough that a word is not written into the address letter by letter. */
const TYPING_PAUSE_MS = 300;

/**
 * The list's state, kept in the address so that it can be shared and Back works. What is being typed counts at once; the address follows
 * when the typing pauses, and one search makes one step of the history.
 */
export function useListState() {
  const hydrated = useHydrated();
  const [params, setParams] = useSearchParams();
  const kept = hydrated ? readAddress(params) : START;
  const address = writeAddress(kept).toString();
  const [typed, setTyped] = useState(kept.search);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** The address last seen or asked for: what is on its way counts, though the page does not show it yet. */
  const written = useRef(address);

  // somebody else changed the address (Back, Forward, a link): the field follows, and what was being typed is dropped
  useEffect(() => {
    if (written.current === address) return;
    written.current = address;
    clearTimeout(timer.current);
    setTyped(kept.search);
  }, [address, kept.search]);
  useEffect(() => () => clearTimeout(timer.current), []);

  const write = (next: ListState, replace: boolean) => {
    clearTimeout(timer.current);
    const query = writeAddress(next);
    written.current = query.toString();
    setParams(query, { replace, preventScrollReset: true });
  };

  const typing = typed.trim() !== kept.search && !searchProblem(typed);
  const state: ListState = typing ? { ...kept, search: typed.trim(), letter: null, page: 1 } : kept;

  return {
    state,
    typed,
    /** What is wrong with what is typed, or with what the address asks for while nothing is. */
    problem: searchProblem(typed || (hydrated && params.get("busca")) || ""),
    /** Goes to another state, as one step of the history; any change of filter starts again at the first page. */
    go: (change: Partial<ListState>) => {
      const next = { ...state, page: 1, ...change };
      setTyped(next.search);
      write(next, false);
    },
    type: (text: string) => {
      setTyped(text);
      clearTimeout(timer.current);
      if (searchProblem(text)) return;
      timer.current = setTimeout(() => {
        const before = readAddress(new URLSearchParams(written.current));
        if (text.trim() !== before.search) write({ ...before, search: text, letter: null, page: 1 }, before.search !== "");
      }, TYPING_PAUSE_MS);
    },
    /** A link of the page is being followed: what was being typed must not overtake it. */
    drop: () => {
      clearTimeout(timer.current);
      setTyped(kept.search);
    },
  };
}
