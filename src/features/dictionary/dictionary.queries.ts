import { queryOptions, useQuery } from "@tanstack/react-query";
import { call } from "../../lib/api.ts";
import { type Entry, TERMS_PATH } from "./dictionary.schema.ts";

/** All entries: a file of the build, so it stays good for as long as the page is open. */
const entriesQuery = queryOptions({
  queryKey: ["dictionary", "entries"],
  queryFn: (): Promise<Entry[]> => call(fetch(TERMS_PATH, { priority: "low" })),
  staleTime: Number.POSITIVE_INFINITY,
});

/** @param wanted false while the first ten entries, which come with the page, will do */
export const useEntries = (wanted: boolean) => useQuery({ ...entriesQuery, enabled: wanted });
