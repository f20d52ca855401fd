import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, call } from "#app/lib/api.ts";
import { useMutation } from "#app/lib/use-mutation.ts";
import type { CalendarFeed, EphemeridesOfMonth } from "./ephemerides.answers.ts";

const monthQuery = (month: number) =>
  queryOptions({
    queryKey: ["ephemerides", month],
    queryFn: (): Promise<EphemeridesOfMonth> => call(api.ephemerides.$get({ query: { month: String(month) } })),
  });

const feedQuery = queryOptions({
  queryKey: ["ephemerides", "feed"],
  queryFn: (): Promise<CalendarFeed> => call(api.ephemerides.feed.$get()),
});

export const useMonth = (month: number) => useQuery(monthQuery(month));
export const useFeed = () => useQuery(feedQuery);

export function useRenewFeed() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (): Promise<CalendarFeed> => call(api.ephemerides.feed.$post()),
    onSuccess: (feed) => client.setQueryData(feedQuery.queryKey, feed),
  });
}
