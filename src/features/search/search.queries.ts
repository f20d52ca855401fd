import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { api, call } from "#app/lib/api.ts";
import type { SearchKind } from "./kinds.ts";
import type { SearchBrief, SearchPage } from "./search.answers.ts";

/** The best of each kind; what was found before stays while the next is on its way. */
export const useSearchBrief = (q: string) =>
  useQuery({
    queryKey: ["search", "brief", q],
    queryFn: ({ signal }): Promise<SearchBrief> => call(api.search.brief.$get({ query: { q } }, { init: { signal } })),
    enabled: q !== "",
    placeholderData: q === "" ? undefined : keepPreviousData,
  });

/** A page of all that was found. */
export const useSearch = (q: string, kind: SearchKind | null, page: number) =>
  useQuery({
    queryKey: ["search", q, kind, page],
    queryFn: ({ signal }): Promise<SearchPage> =>
      call(api.search.$get({ query: { q, page: String(page), ...(kind && { kind }) } }, { init: { signal } })),
    enabled: q !== "",
    placeholderData: q === "" ? undefined : keepPreviousData,
  });
