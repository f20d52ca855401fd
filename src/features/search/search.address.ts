import { searchProblem } from "#app/lib/search.ts";
import type { SearchKind } from "./kinds.ts";

/** What the page of results shows, as its address says it. */
export type SearchState = { q: string; kind: SearchKind | null; page: number };

/** The kinds, as an address names them. */
const NAME_OF_KIND: Record<SearchKind, string> = {
  lesson: "licoes",
  term: "dicionario",
  degree: "graus",
  document: "documentos",
  study: "estudos",
  piece: "pecas",
  life: "vidas",
  plate: "pranchas",
  place: "lugares",
  work: "biblioteca",
  group: "grupos",
  topic: "comunidade",
  note: "anotacoes",
};

/** A name, a page or a text that does not exist counts as none. */
export function readSearchAddress(params: URLSearchParams): SearchState {
  const q = params.get("q")?.trim() ?? "";
  const name = params.get("tipo");
  const kinds = Object.keys(NAME_OF_KIND) as SearchKind[];
  const page = Number(params.get("pagina") ?? 1);
  return {
    q: searchProblem(q) ? "" : q,
    kind: kinds.find((kind) => NAME_OF_KIND[kind] === name) ?? null,
    page: Number.isInteger(page) && page >= 1 && page <= 1_000 ? page : 1,
  };
}

export function searchAddress({ q, kind, page }: SearchState): string {
  const params = new URLSearchParams();
  if (q) params.set("q", q);
  if (kind) params.set("tipo", NAME_OF_KIND[kind]);
  if (page > 1) params.set("pagina", String(page));
  return params.size > 0 ? `/busca?${params}` : "/busca";
}
