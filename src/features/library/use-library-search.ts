import { useEffect, useState } from "react";
import { useLocation, useNavigationType, useSearchParams } from "react-router";
import { searchProblem } from "#app/lib/search.ts";
import { fold } from "#app/lib/text.ts";
import type { LibraryCard } from "./library.answers.ts";
import type { ItemType } from "./library.schema.ts";

/** The tabs, and how the address names them. */
export const SHELVES = [
  { value: "todos", label: "Todos", type: null },
  { value: "livros", label: "Livros", type: "book" },
  { value: "artigos", label: "Artigos", type: "article" },
] as const satisfies { value: string; label: string; type: ItemType | null }[];

export type Shelf = (typeof SHELVES)[number];

/** The search and the tab, kept in the address so that going back, reloading and sharing find them again. */
export function useLibrarySearch() {
  const [params, setParams] = useSearchParams();
  const { key } = useLocation();
  const arrival = useNavigationType();
  const address = params.get("busca") ?? "";
  const asked = searchProblem(address) ? "" : address;
  const shelf: Shelf = SHELVES.find(({ value }) => value === params.get("tipo")) ?? SHELVES[0];
  // What is being typed shows at once; the address follows, and is read again only when it changed in another way.
  const [search, setSearch] = useState(asked);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the very event is a new entry of the history
  useEffect(() => {
    if (arrival !== "REPLACE") setSearch(asked);
  }, [key]);

  const write = (name: string, value: string) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        if (searchProblem(address)) next.delete("busca");
        if (value) next.set(name, value);
        else next.delete(name);
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  return {
    search,
    /** What is looked for: what is typed, unless it is too long. */
    wanted: searchProblem(search) ? asked : search,
    /** What is wrong with what is typed, or with what the address asks for while nothing is. */
    problem: searchProblem(search || address),
    shelf,
    hereOnly: params.get("aqui") === "sim",
    showHereOnly: (only: boolean) => write("aqui", only ? "sim" : ""),
    searchFor: (text: string) => {
      setSearch(text);
      if (!searchProblem(text)) write("busca", text);
    },
    open: (value: string) => write("tipo", value === SHELVES[0].value ? "" : value),
  };
}

/**
 * Items of a shelf whose title, author or category contains the search, whatever the case and the accents: the categories are named
 * in Portuguese, so that "constituições" finds the English books of them. What can be read here comes first.
 * @param hereOnly leaves out what is here only as a record
 */
export function findItems(items: LibraryCard[], search: string, { type }: Pick<Shelf, "type">, hereOnly = false): LibraryCard[] {
  const wanted = fold(search.trim());
  const found = items.filter(
    (item) =>
      (type === null || item.type === type) &&
      (item.readHere || !hereOnly) &&
      [item.title, item.author, item.category].some((text) => fold(text).includes(wanted)),
  );
  return [...found.filter(({ readHere }) => readHere), ...found.filter(({ readHere }) => !readHere)];
}
