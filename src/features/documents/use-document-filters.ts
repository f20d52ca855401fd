import { useState } from "react";
import { useSearchParams } from "react-router";
import { searchProblem } from "#app/lib/search.ts";
import { type Chosen, FILTERS } from "./collection.ts";

const SEARCH = "busca";

/** The filters and the search, kept in the address, so that going back, reloading and sharing find them again. */
export function useDocumentFilters() {
  const [params, setParams] = useSearchParams();
  const chosen: Chosen = Object.fromEntries(FILTERS.map(({ name }) => [name, params.getAll(name)]));
  // what is being typed shows at once; the address follows
  const [search, setSearch] = useState(params.get(SEARCH) ?? "");
  const problem = searchProblem(search);
  const change = (edit: (params: URLSearchParams) => void) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        edit(next);
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  return {
    chosen,
    search,
    problem,
    wanted: problem ? "" : search.trim(),
    active: search.trim() !== "" || Object.values(chosen).some((values) => values.length > 0),
    toggle: (name: string, value: string) =>
      change((next) => (next.has(name, value) ? next.delete(name, value) : next.append(name, value))),
    searchFor: (text: string) => {
      setSearch(text);
      change((next) => (text ? next.set(SEARCH, text) : next.delete(SEARCH)));
    },
    clear: () => {
      setSearch("");
      setParams({}, { replace: true, preventScrollReset: true });
    },
  };
}
