import { infiniteQueryOptions, queryOptions, useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, call } from "#app/lib/api.ts";
import { useMutation } from "#app/lib/use-mutation.ts";
import type { NoticeParts, NoticesPage, Preferences, UnreadCount } from "./notices.answers.ts";
import type { PreferencesInput } from "./notices.schema.ts";

export type Show = "all" | "unread";

/** Every list of notices begins with it. */
export const LISTS = ["notices", "list"];

export const unreadQuery = queryOptions({
  queryKey: ["notices", "unread"],
  queryFn: (): Promise<UnreadCount> => call(api.notices.unread.$get()),
});

const noticesQuery = (show: Show) =>
  infiniteQueryOptions({
    queryKey: [...LISTS, show],
    queryFn: ({ pageParam }): Promise<NoticesPage> =>
      call(api.notices.$get({ query: { show, ...(pageParam && { after: pageParam }) } })),
    initialPageParam: "",
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
  });

/** What the member was told. Live news keep it fresh (bell.ts). */
export const useNotices = (show: Show) => useInfiniteQuery(noticesQuery(show));

/** What is behind a line of several; asked for when it is unfolded, and again when one more has joined it. */
export const useParts = ({ id, count }: { id: string; count: number }, enabled: boolean) =>
  useQuery({
    queryKey: ["notices", "parts", id, count],
    queryFn: (): Promise<NoticeParts> => call(api.notices[":noticeId"].parts.$get({ param: { noticeId: id } })),
    enabled,
  });

/** Keeps what an act on notices answers; the lists ask again. */
function useCounted() {
  const client = useQueryClient();
  return (answer: UnreadCount) => {
    client.setQueryData(unreadQuery.queryKey, answer);
    void client.invalidateQueries({ queryKey: LISTS });
  };
}

/** Opening a notice marks it. */
export const useReadNotice = () =>
  useMutation({
    meta: { unasked: true },
    mutationFn: (noticeId: string): Promise<UnreadCount> =>
      call(api.notices[":noticeId"].read.$put({ param: { noticeId } }, { init: { keepalive: true } })),
    onSuccess: useCounted(),
  });

export const useReadAllNotices = () =>
  useMutation({
    mutationFn: (newest: string): Promise<UnreadCount> => call(api.notices.read.$put({ json: { newest } })),
    onSuccess: useCounted(),
  });

const preferencesQuery = queryOptions({
  queryKey: ["notices", "preferences"],
  queryFn: (): Promise<Preferences> => call(api.notices.preferences.$get()),
  staleTime: Number.POSITIVE_INFINITY, // only the member changes them; another device's change comes with the next visit
});

export const usePreferences = () => useQuery(preferencesQuery);

/** One choice. It shows at once, and is taken back when it could not be kept. */
export function useChangePreferences() {
  const client = useQueryClient();
  const { queryKey } = preferencesQuery;
  return useMutation({
    mutationFn: (json: PreferencesInput): Promise<Preferences> => call(api.notices.preferences.$patch({ json })),
    onMutate: ({ channels, quiet, timeZone }) =>
      client.setQueryData(
        queryKey,
        (known) =>
          known && {
            ...known,
            topics: known.topics.map((topic) => ({ ...topic, channel: channels?.[topic.topic] ?? topic.channel })),
            ...(quiet !== undefined && { quiet }),
            ...(timeZone !== undefined && { timeZone }),
          },
      ),
    onSuccess: (preferences) => client.setQueryData(queryKey, preferences),
    onError: () => client.invalidateQueries({ queryKey }),
  });
}

/** Lets this device be woken, or no longer. */
export const usePush = () =>
  useMutation({
    mutationFn: ({ endpoint, allowed }: { endpoint: string; allowed: boolean }) =>
      call(allowed ? api.notices.push.$put({ json: { endpoint } }) : api.notices.push.$delete({ json: { endpoint } })),
  });
