import { QueryObserver } from "@tanstack/react-query";
import { followSubject, leaveLive } from "#app/lib/live.ts";
import { queryClient } from "#app/lib/query-client.ts";
import type { UnreadCount } from "./notices.answers.ts";
import { LISTS, unreadQuery } from "./notices.queries.ts";

const refresh = () => Promise.all([unreadQuery.queryKey, LISTS].map((queryKey) => queryClient.invalidateQueries({ queryKey })));

/**
 * Follows what waits to be read and decided, for the header of every page; what the cache has of notices is read again with it.
 * @param show called with the new figures
 * @returns stops following
 */
export function followFigures(show: (figures: UnreadCount) => void): () => void {
  const figure = new QueryObserver(queryClient, unreadQuery);
  const unsubscribe = figure.subscribe(({ data }) => data && show(data));
  const unfollow = followSubject("notices", () => void refresh());
  return () => {
    unsubscribe();
    unfollow();
  };
}

export { leaveLive };
