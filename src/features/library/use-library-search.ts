import { useEffect, useState } from "react";
import { useLocation, useNavigationType, useSearchParams } from "react-router";
import { searchProblem } from "#app/lib/search.ts";
import { fold, slugOf } from "#app/lib/text.ts";
import type { LibraryCard } from "./library.answers.ts";
import type { ItemType } from "./library.schema.ts";

/** The tabs, and how the address names them. */
export const SHELVES = [
  { value: "todos", label: "Todos", type: null },
  { value: "livros", label: "Livros", type: "book" },
  { value: "artigos", label: "Artigos", type: "article" },
] as const satisfies { value: string; label: string; type: ItemType | null }[];

export type Shelf = (typeof SHELVES)[number];

/** How many works are listed at a time. */
export const PAGE = 12;

/** The search, the tab and the filters, kept in the address so that going back, reloading and sharing find them again. */
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
        next.delete("ate"); // another list begins at its head
        if (value) next.set(name, value);
        else next.delete(name);
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  const subject = params.get("assunto");
  return {
    search,
    /** What is looked for: what is typed, unless it is too long. */
    wanted: searchProblem(search) ? asked : search,
    /** What is wrong with what is typed, or with what the address asks for while nothing is. */
    problem: searchProblem(search || address),
    shelf,
    hereOnly: params.get("aqui") === "sim",
    showHereOnly: (only: boolean) => write("aqui", only ? "sim" : ""),
    /** How many works are listed; the others follow by a press. */
    listed: Math.max(PAGE, Math.floor(Number(params.get("ate"))) || 0),
    listMore: (listed: number) => write("ate", String(listed + PAGE)),
    /** Whether this is the category that was chosen. */
    isSubject: (category: string) => slugOf(category) === subject,
    /** Shows one category, or all again. */
    showSubject: (category: string | null) => write("assunto", category === null ? "" : slugOf(category)),
    searchFor: (text: string) => {
      setSearch(text);
      if (!searchProblem(text)) write("busca", text);
    },
    open: (value: string) => write("tipo", value === SHELVES[0].value ? "" : value),
  };
}

/**
 * Items whose title, author or category contains the search, whatever the case and the accents. The other titles are Portuguese, and so
 * are the categories: "constituições" finds the English books.
 */
export function findItems(items: LibraryCard[], search: string): LibraryCard[] {
  const wanted = fold(search.trim());
  return items.filter(({ title, otherTitles, author, category }) =>
    [title, otherTitles ?? "", author, category].some((text) => fold(text).includes(wanted)),
  );
}

/** What can be read here comes first, otherwise in the order given. */
export const readableFirst = (items: LibraryCard[]): LibraryCard[] => [
  ...items.filter(({ readHere }) => readHere),
  ...items.filter(({ readHere }) => !readHere),
];

export type Subject = { name: string; items: number };

/** The categories, in the order given, that have some of the items, with how many. */
export const subjectsOf = (items: LibraryCard[], categories: string[]): Subject[] =>
  categories
    .map((name) => ({ name, items: items.filter(({ category }) => category === name).length }))
    .filter((subject) => subject.items > 0);
