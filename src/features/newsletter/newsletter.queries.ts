import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { api, call } from "#app/lib/api.ts";
import { download } from "#app/lib/download.ts";
import { useMutation } from "#app/lib/use-mutation.ts";
import type { SubscriberList } from "./newsletter.answers.ts";
import type { SubscriberStatus } from "./newsletter.table.ts";

export const useConfirmSubscription = () =>
  useMutation({ mutationFn: (token: string) => call(api.newsletter.confirm.$post({ json: { token } })) });

export const useUnsubscribe = () =>
  useMutation({ mutationFn: (token: string) => call(api.newsletter.unsubscribe.$post({ json: { token } })) });

export type SubscriberFilter = { status: SubscriberStatus | undefined; search: string };

const subscribersQuery = ({ status, search }: SubscriberFilter) =>
  infiniteQueryOptions({
    queryKey: ["newsletter", "subscribers", status ?? "all", search],
    queryFn: ({ pageParam }): Promise<SubscriberList> =>
      call(
        api.newsletter.subscribers.search.$post({
          json: { ...(pageParam && { after: pageParam }), ...(status && { status }), ...(search && { search }) },
        }),
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  });

export const useSubscribers = (filter: SubscriberFilter) => useInfiniteQuery(subscribersQuery(filter));

/** Downloads the list as a spreadsheet: all addresses, or those of one status. */
export const useSubscribersExport = () =>
  useMutation({
    mutationFn: (status: SubscriberStatus | undefined) =>
      download(api.newsletter.subscribers.export.$post({ json: { ...(status && { status }) } }), "boletim.csv"),
  });

export function useDeleteSubscriber() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(api.newsletter.subscribers[":id"].$delete({ param: { id } })),
    onSuccess: () => client.invalidateQueries({ queryKey: ["newsletter", "subscribers"] }),
  });
}
