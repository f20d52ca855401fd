import { QueryObserver } from "@tanstack/react-query";
import { followSubject, leaveLive } from "#app/lib/live.ts";
import { queryClient } from "#app/lib/query-client.ts";
import { LISTS, unreadQuery } from "./notices.queries.ts";

const refresh = () => Promise.all([unreadQuery.queryKey, LISTS].map((queryKey) => queryClient.invalidateQueries({ queryKey })));

/**
 * Follows how many notices wait to be read, for the header of every page; what the cache has of notices is read again with it.
 * @param show called with each new figure
 * @returns stops following
 */
export function followUnread(show: (unread: number) => void): () => void {
  const figure = new QueryObserver(queryClient, unreadQuery);
  const unsubscribe = figure.subscribe(({ data }) => data && show(data.unread));
  const unfollow = followSubject("notices", () => void refresh());
  return () => {
    unsubscribe();
    unfollow();
  };
}

export { leaveLive };
